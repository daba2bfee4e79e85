import { useFetcher, useRouteLoaderData } from '@remix-run/react';

import type { loader } from '~/root';

/** Bar and policy page share the pending choice. */
export const useConsentFetcher = () => useFetcher({ key: 'consent' });

/** Includes a pending choice. Null if analytics is not configured. */
export function useAnalyticsConsent() {
  const measuring = useRouteLoaderData<typeof loader>('root')?.measuring ?? null;
  const sent = useConsentFetcher().formData?.get('choice');
  if (!measuring) return null;
  return { tag: measuring.tag, choice: sent === 'yes' || sent === 'no' ? sent : measuring.choice };
}
