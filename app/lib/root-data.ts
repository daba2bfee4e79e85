import { useMatches, useRouteLoaderData } from '@remix-run/react';

import type { User } from '#contract/index';

import type { loader } from '~/root';

/** The signed-in user, or null: also while an error page stands in for the whole site. */
export function useUser(): User | null {
  return useRouteLoaderData<typeof loader>('root')?.user ?? null;
}

/** Pages whose content is wide ask header and footer to match, by exporting this handle. */
export const wideHandle = { isWide: true };

export function useWrapClass(): string {
  const isWide = useMatches().some(({ handle }) => (handle as Partial<typeof wideHandle> | undefined)?.isWide);
  return isWide ? 'wrap wrap--wide' : 'wrap';
}
