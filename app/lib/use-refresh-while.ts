import { useLoaderData, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

const latestMs = 2_000;

/** Of work that often takes about a second. */
export const soonMs = 300;

/** Loads the page's data anew after `firstMs`, then at intervals of a fifth of the time waited so far, up to two seconds. */
export function useRefreshWhile(isWorking: boolean, firstMs = latestMs): void {
  const { revalidate, state } = useRevalidator();
  // New after each load, also after one so quick that React never renders it as under way.
  const data = useLoaderData();
  const since = useRef<number | null>(null);
  useEffect(() => {
    if (!isWorking) since.current = null;
    if (!isWorking || state !== 'idle') return;
    since.current ??= Date.now();
    const waited = Date.now() - since.current;
    const timer = setTimeout(revalidate, Math.min(latestMs, Math.max(firstMs, waited / 5)));
    return () => clearTimeout(timer);
  }, [isWorking, state, data, revalidate, firstMs]);
}
