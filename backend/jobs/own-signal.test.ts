import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { withOwnSignal } from './own-signal';

test('a job is aborted with its worker, also one that begins afterwards', async () => {
  const worker = new AbortController();
  const reason = new Error('stopping');
  const states = await withOwnSignal(worker.signal, async (signal) => {
    const before = signal.aborted;
    worker.abort(reason);
    return [before, signal.aborted, signal.reason];
  });
  expect(states).toEqual([false, true, reason]);
  expect(await withOwnSignal(worker.signal, async (signal) => signal.reason)).toBe(reason);
});

test('a job that has ended leaves nothing at the signal of its worker', async () => {
  const worker = new AbortController();
  const ended = withOwnSignal(worker.signal, async (signal) => void AbortSignal.any([signal]));
  expect(getEventListeners(worker.signal, 'abort')).toHaveLength(1);
  await ended;
  const failed = withOwnSignal(worker.signal, () => Promise.reject(new Error('failed')));
  await expect(failed).rejects.toThrow('failed');
  expect(getEventListeners(worker.signal, 'abort')).toHaveLength(0);
});
