import { expect, test } from 'vitest';
import { pollAfter } from './poll-after';

const created_at = new Date('2026-11-30T10:00:00Z');
const after = (seconds: number) => new Date(created_at.getTime() + 1000 * seconds);
const queued = { status: 'queued', created_at, started_at: null, progress: 0, expected_ms: 10_000 } as const;
const running = { ...queued, status: 'running', started_at: created_at } as const;

test.each([
  { seconds: 0, ms: 300 },
  { seconds: 5, ms: 1000 },
  { seconds: 60, ms: 3000 },
])('who has waited $seconds s in the queue asks again after $ms ms', ({ seconds, ms }) => {
  expect(pollAfter(queued, after(seconds))).toBe(ms);
});

test.each([
  { seconds: 5, ms: 1000 },
  { seconds: 9.5, ms: 950 }, // a tenth of what it took: the estimate is no promise
  { seconds: 8.6, ms: 1400 },
])('a task of about 10 s is asked for at its expected end: after $seconds s, in $ms ms', ({ seconds, ms }) => {
  expect(pollAfter(running, after(seconds))).toBe(ms);
});

test('close to the end, by its progress, a long task is asked for soon', () => {
  expect(pollAfter({ ...running, expected_ms: 60_000, progress: 99 }, after(60))).toBeLessThan(1000);
});

test('a task without an estimate is asked for by the time waited', () => {
  expect(pollAfter({ ...running, expected_ms: null }, after(10))).toBe(2000);
});

test('a finished task is not asked for again', () => {
  expect(pollAfter({ ...running, status: 'succeeded' }, after(10))).toBe(0);
});
