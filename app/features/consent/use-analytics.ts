import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

import { useAnalyticsConsent } from './use-analytics-consent';

/** After consent only. */
export function useAnalytics(): void {
  const { pathname } = useLocation();
  const { tag, choice } = useAnalyticsConsent() ?? {};
  const [id, url] = choice === 'yes' ? [tag?.id, tag?.url] : [];
  useEffect(() => {
    if (!id || !url) return;
    void import('./analytics.client').then(({ countPage }) => countPage({ id, url }, pathname)).catch(() => {}); // an ad blocker may stop the script
  }, [id, url, pathname]);
}
