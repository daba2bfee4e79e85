import { Time } from '~/components/time';
import { useHydrated } from '~/loading/use-hydrated';

import { formatTimeLeft } from '~/lib/format';

/** How long something stays: counted down where a script knows the time, a date otherwise. */
export function ExpiryTime({ until }: { until: string }) {
  const isHydrated = useHydrated();
  if (isHydrated) return <time dateTime={until}>{formatTimeLeft(until, Date.now())}</time>;
  return (
    <>
      until <Time value={until} />
    </>
  );
}
