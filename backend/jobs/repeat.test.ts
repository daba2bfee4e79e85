import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat } from './repeat';

const intervalMs = 1000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('runs that are due during a slow one are left out', async () => {
  const ends: (() => void)[] = [];
  const onError = vi.fn();
  const stop = repeat(() => new Promise<void>((resolve) => ends.push(resolve)), { intervalMs, onError });
  await vi.advanceTimersByTimeAsync(10 * intervalMs);
  expect(ends).toHaveLength(1);
  ends[0]!();
  await vi.advanceTimersByTimeAsync(intervalMs / 2);
  expect(ends, 'those left out are not made up for').toHaveLength(1);
  await vi.advanceTimersByTimeAsync(intervalMs);
  expect(ends).toHaveLength(2);
  const stopped = stop();
  ends[1]!();
  await stopped;
  await vi.advanceTimersByTimeAsync(10 * intervalMs);
  expect(ends).toHaveLength(2);
  expect(onError).not.toHaveBeenCalled();
});

test('a run that fails is reported, and the next one begins', async () => {
  const onError = vi.fn();
  const work = vi.fn(() => Promise.reject(new Error('lost')));
  const stop = repeat(work, { intervalMs, onError });
  await vi.advanceTimersByTimeAsync(2 * intervalMs);
  await stop();
  expect(work).toHaveBeenCalledTimes(2);
  expect(onError).toHaveBeenCalledTimes(2);
});
