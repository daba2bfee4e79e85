import { Time } from '~/components/time';
import { useHydrated } from '~/loading/use-hydrated';

import { formatTimeLeft } from '~/lib/format';

/** The date until hydration, about as long as the text after it: the server does not know the visitor's clock. */
export function ExpiryTime({ until }: { until: string }) {
  const isHydrated = useHydrated();
  if (isHydrated) return <time dateTime={until}>{formatTimeLeft(until, Date.now())}</time>;
  return (
    <>
      until <Time value={until} isShort />
    </>
  );
}
