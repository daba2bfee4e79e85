import { Time } from '~/components/time';
import { useHydrated } from '~/loading/use-hydrated';

import { formatTimeLeft } from '~/lib/format';

/** Time left after hydration, before that the date: the server does not know the visitor's clock. */
export function ExpiryTime({ until }: { until: string }) {
  const isHydrated = useHydrated();
  if (isHydrated) return <time dateTime={until}>{formatTimeLeft(until, Date.now())}</time>;
  return (
    <>
      until <Time value={until} />
    </>
  );
}
