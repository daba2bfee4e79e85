import { expect, test } from 'vitest';
import { arrivals, daily, exponential, seededRandom } from './arrivals';
import { simulate, type Job } from './queue-simulation';

function poisson({
  perSecond,
  service,
  count,
  seed = 1,
}: Record<'perSecond' | 'service' | 'count', number> & { seed?: number }) {
  const random = seededRandom(seed);
  let at = 0;
  return Array.from({ length: count }, (_, account): Job => {
    at += exponential(random, 1 / perSecond);
    return { at, lane: 'interactive', service: exponential(random, service), account, priority: 10 };
  });
}

/** Mean wait of M/M/c (Erlang C). */
function meanWait(perSecond: number, service: number, workers: number): number {
  const load = perSecond * service;
  let term = 1;
  let sum = 0;
  for (let n = 0; n < workers; n++) {
    sum += term;
    term *= load / (n + 1);
  }
  const all = (term * workers) / (workers - load);
  return ((all / (sum + all)) * service) / (workers - load);
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test.each([
  { workers: 1, perSecond: 0.6 },
  { workers: 4, perSecond: 3.2 },
  { workers: 16, perSecond: 14 },
])('$workers workers: waits agree with the formula of Erlang', ({ workers, perSecond }) => {
  const { waits, utilisation } = simulate(poisson({ perSecond, service: 1, count: 200_000 }), {
    interactive: workers,
    batch: 0,
  });
  const expected = meanWait(perSecond, 1, workers);
  expect(Math.abs(mean(waits.interactive) - expected) / expected).toBeLessThan(0.05);
  expect(utilisation).toBeCloseTo(perSecond / workers, 2);
});

test('as many jobs wait as arrive during a mean wait (Little’s law)', () => {
  const jobs = poisson({ perSecond: 7, service: 1, count: 50_000 });
  const { meanWaiting, waits, duration } = simulate(jobs, { interactive: 4, batch: 4 });
  expect(meanWaiting).toBeCloseTo((jobs.length / duration) * mean(waits.interactive), 6);
});

test('the same seed gives the same day, another seed another one', () => {
  const day = (seed: number) =>
    simulate(poisson({ perSecond: 3, service: 1, count: 1000, seed }), { interactive: 4, batch: 0 });
  expect(day(5)).toEqual(day(5));
  expect(day(6)).not.toEqual(day(5));
});

const job = (at: number, account: number, change: Partial<Job> = {}): Job => ({
  ...{ at, account, lane: 'interactive', service: 10, priority: 10 },
  ...change,
});

test('an account’s jobs run one at a time, and its quick jobs do not wait for its long ones', () => {
  const long = { lane: 'batch', service: 100 } as const;
  const { waits } = simulate([job(0, 1, long), job(1, 1, long), job(2, 1)], { interactive: 1, batch: 5 });
  expect(waits).toEqual({ interactive: [0], batch: [0, 99] });
});

test('long jobs never take an interactive worker, and the lowest number runs first', () => {
  const jobs = [
    job(0, 1, { lane: 'batch', service: 100 }),
    job(1, 2, { lane: 'batch', service: 100 }),
    job(2, 3),
    job(3, 4),
    job(4, 5, { priority: 0 }),
  ];
  const { waits } = simulate(jobs, { interactive: 1, batch: 1 });
  expect(waits).toEqual({ interactive: [0, 8, 19], batch: [0, 99] });
});

test('a day has its visits, most of them in the evening', () => {
  const seconds = 24 * 3600;
  const times = arrivals(seededRandom(3), { seconds, peak: 2, perSecond: (at) => seconds * daily(at) });
  expect(Math.abs(times.length - seconds)).toBeLessThan(4 * Math.sqrt(seconds));
  const during = (from: number) => times.filter((at) => at >= from * 3600 && at < (from + 1) * 3600).length;
  expect(during(18)).toBeGreaterThan(1.9 * 3600);
  expect(during(6)).toBeLessThan(0.1 * 3600);
});
