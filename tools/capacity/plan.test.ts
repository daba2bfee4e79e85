import { expect, test } from 'vitest';
import { aMillion } from './costs';
import { peakJobs, planPeak, waitsAt } from './plan';

const visitors = { ...aMillion, perDay: 50_000 };

test('twice the visitors need twice of everything', () => {
  const [once, twice] = [planPeak(visitors), planPeak({ ...visitors, perDay: 100_000 })];
  for (const [name, value] of Object.entries(once)) {
    expect(value, name).toBeGreaterThan(0);
    expect(twice[name as keyof typeof twice] / value, name).toBeCloseTo(2, 9);
  }
});

test('the simulated hour has the load of the plan', () => {
  const jobs = peakJobs(visitors, 3600, 1);
  const { interactiveLoad, batchLoad } = planPeak(visitors);
  for (const [lane, load] of [
    ['interactive', interactiveLoad],
    ['batch', batchLoad],
  ] as const) {
    const seconds = jobs.filter((job) => job.lane === lane).reduce((sum, { service }) => sum + service, 0);
    expect(Math.abs(seconds / 3600 / load - 1), lane).toBeLessThan(0.1);
  }
});

test('fewer workers make photos wait longer, and photos wait less than videos', () => {
  const jobs = peakJobs(visitors, 3600, 1);
  const [calm, busy] = [waitsAt(visitors, jobs, 0.5), waitsAt(visitors, jobs, 0.95)];
  expect(busy.interactive.percentile95).toBeGreaterThan(calm.interactive.percentile95);
  expect(busy.interactive.percentile95).toBeLessThan(busy.batch.percentile95);
});
