import { useMatches, useRouteLoaderData } from '@remix-run/react';

import type { User } from '#contract/index';

import type { loader } from '~/root';

/** Undefined where the root's loader failed. */
export const useRootData = () => useRouteLoaderData<typeof loader>('root');

/** Works on error pages. */
export const useUser = (): User | null => useRootData()?.user ?? null;

export const useSite = () => useRootData()?.site ?? null;

/** How long files are kept: `30 days`. */
export function useRetention(): string {
  const days = useSite()?.retentionDays ?? 30;
  return days === 1 ? 'one day' : `${days} days`;
}

/** Export as `handle`: header and footer match wide pages. */
export const wideHandle = { isWide: true };

export function useWrapClass(): string {
  const isWide = useMatches().some(({ handle }) => (handle as Partial<typeof wideHandle> | undefined)?.isWide);
  return isWide ? 'wrap wrap--wide' : 'wrap';
}
