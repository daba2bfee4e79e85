import { useMatches, useRouteLoaderData } from '@remix-run/react';

import type { User } from '#contract/index';

import type { loader } from '~/root';

/** Works on error pages. */
export function useUser(): User | null {
  return useRouteLoaderData<typeof loader>('root')?.user ?? null;
}

export function useSite() {
  return useRouteLoaderData<typeof loader>('root')?.site ?? null;
}

/** Export as `handle`: header and footer match wide pages. */
export const wideHandle = { isWide: true };

export function useWrapClass(): string {
  const isWide = useMatches().some(({ handle }) => (handle as Partial<typeof wideHandle> | undefined)?.isWide);
  return isWide ? 'wrap wrap--wide' : 'wrap';
}
