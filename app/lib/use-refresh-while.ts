import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

const intervalMs = 2_000;

export function useRefreshWhile(isWorking: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isWorking || state !== 'idle') return;
    const timer = setTimeout(revalidate, intervalMs);
    return () => clearTimeout(timer);
  }, [isWorking, state, revalidate]);
}
