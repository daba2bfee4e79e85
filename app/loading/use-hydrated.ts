import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and while React hydrates the page, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
