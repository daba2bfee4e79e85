/** Deterministic (mulberry32), 0 to 1. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number of the exponential distribution. */
export const exponential = (random: () => number, mean: number): number => -mean * Math.log(1 - random());

/** Times of independent arrivals, in seconds, ascending. @param perSecond at a time, at most `peak` */
export function arrivals(
  random: () => number,
  { seconds, peak, perSecond }: { seconds: number; peak: number; perSecond: (at: number) => number },
): number[] {
  const times: number[] = [];
  for (let at = exponential(random, 1 / peak); at < seconds; at += exponential(random, 1 / peak)) {
    if (random() * peak < perSecond(at)) times.push(at); // thinning
  }
  return times;
}

const daySeconds = 24 * 60 * 60;

/** Share of a day's visits in each second: the evening has twice the mean, the early morning nearly none. */
export const daily = (at: number): number =>
  (1 - 0.95 * Math.cos((2 * Math.PI * (at - 6 * 3600)) / daySeconds)) / daySeconds;
