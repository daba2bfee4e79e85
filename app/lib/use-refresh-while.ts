import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

const intervalMs = 2_000;

/** Loads the page's data again and again while something on it is still in work. */
export function useRefreshWhile(isWorking: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isWorking || state !== 'idle') return;
    const timer = setTimeout(revalidate, intervalMs);
    return () => clearTimeout(timer);
  }, [isWorking, state, revalidate]);
}
