import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

/** The browser's history shows a page as it was, which may be before a purchase. */
export function useRefreshAfterBack(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const refreshIfKept = ({ persisted }: PageTransitionEvent) => {
      if (persisted) revalidate();
    };
    const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (loading?.type === 'back_forward') revalidate();
    addEventListener('pageshow', refreshIfKept);
    return () => removeEventListener('pageshow', refreshIfKept);
  }, [revalidate]);
}
