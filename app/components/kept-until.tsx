import { Time } from '~/components/time';
import { useHydrated } from '~/loading/use-hydrated';

import { timeKept } from '~/lib/format';

/** How long something stays: counted down where a script knows the time, a date otherwise. */
export function KeptUntil({ until }: { until: string }) {
  const isHydrated = useHydrated();
  if (isHydrated) return <time dateTime={until}>{timeKept(until, Date.now())}</time>;
  return (
    <>
      until <Time value={until} />
    </>
  );
}
