const minute = 60;
const hour = 60 * minute;

/** Seconds between attempts: twelve within 24 hours. */
const retryAfterSeconds = [
  5,
  30,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  4 * hour,
  6 * hour,
  7 * hour,
] as const;

/** Null if there is none. A ping is never retried. */
export function nextAttempt(type: string, attempts: number, now: Date): Date | null {
  const seconds = type === 'ping' ? undefined : retryAfterSeconds[attempts - 1];
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000);
}
