import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and until the script has taken over the page, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
