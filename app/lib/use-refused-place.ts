import { useLocation } from '@remix-run/react';

import { useHydrated } from '~/loading/use-hydrated';

const refusedId = 'refused';

/**
 * For long pages. Without script, the page of a refused form opens at its top: `action` leads to the element with `id`, which
 * only a refusal gives. Scripts need neither, since they keep the place.
 */
export function useRefusedPlace(isRefused: boolean): { action?: string; id?: string } {
  const { pathname, search } = useLocation();
  const isHydrated = useHydrated();
  return {
    action: isHydrated ? undefined : `${pathname}${search}#${refusedId}`,
    id: isRefused ? refusedId : undefined,
  };
}
