/** Sliding window. */
const windowMs = 4_000;
const minSpanMs = 500;

export interface UploadRate {
  bytesPerSecond: number | null;
  secondsLeft: number | null;
}

/** Null until there are enough samples. */
export function createRateMeter(totalBytes: number): (sentBytes: number, nowMs: number) => UploadRate {
  let seen: { sent: number; at: number }[] = [];
  return (sent, at) => {
    seen = [...seen.filter((moment) => at - moment.at <= windowMs && moment.sent <= sent), { sent, at }];
    const [first] = seen;
    const ms = at - first!.at;
    const bytes = sent - first!.sent;
    if (ms < minSpanMs || bytes <= 0) return { bytesPerSecond: null, secondsLeft: null };
    const bytesPerSecond = (1000 * bytes) / ms;
    return { bytesPerSecond, secondsLeft: (totalBytes - sent) / bytesPerSecond };
  };
}
