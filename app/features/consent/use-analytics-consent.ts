import { useFetcher, useRouteLoaderData } from '@remix-run/react';

import type { loader } from '~/root';

/** Sends a choice; bar and page share it, so that each knows what is being said in the other. */
export const useConsentFetcher = () => useFetcher({ key: 'consent' });

/** What measures here, and what the visitor says of it at this moment; null where nothing measures. */
export function useAnalyticsConsent() {
  const measuring = useRouteLoaderData<typeof loader>('root')?.measuring ?? null;
  const sent = useConsentFetcher().formData?.get('choice');
  if (!measuring) return null;
  return { tag: measuring.tag, choice: sent === 'yes' || sent === 'no' ? sent : measuring.choice };
}
