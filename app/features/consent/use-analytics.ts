import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

import { useAnalyticsConsent } from './use-analytics-consent';

/** After consent only. */
export function useAnalytics(): void {
  const { pathname } = useLocation();
  const { tag, choice } = useAnalyticsConsent() ?? {};
  const { id, url } = tag ?? {};
  const hasConsent = choice === 'yes';
  useEffect(() => {
    if (!id || !url) return;
    // The tag reads it before each event and cookie: withdrawn consent stops a tag that has been loaded.
    Object.assign(window, { [`ga-disable-${id}`]: !hasConsent });
    if (!hasConsent) return;
    void import('./analytics.client').then(({ countPage }) => countPage({ id, url }, pathname)).catch(() => {}); // an ad blocker may stop the script
  }, [id, url, hasConsent, pathname]);
}
