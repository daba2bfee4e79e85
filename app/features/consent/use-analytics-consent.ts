import { useFetcher } from '@remix-run/react';

import { useRootData } from '~/lib/root-data';

/** Bar and policy page share the pending choice. */
export const useConsentFetcher = () => useFetcher({ key: 'consent' });

/** Includes a pending choice. Null if analytics is not configured. */
export function useAnalyticsConsent() {
  const measuring = useRootData()?.measuring ?? null;
  const sent = useConsentFetcher().formData?.get('choice');
  if (!measuring) return null;
  return { tag: measuring.tag, choice: sent === 'yes' || sent === 'no' ? sent : measuring.choice };
}
