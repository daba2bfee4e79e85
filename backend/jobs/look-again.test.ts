import { EventEmitter } from 'node:events';
import type { WorkerEvents, WorkerPool } from 'graphile-worker';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lookAgain } from './look-again';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Two pools of one process. */
function pools() {
  const events = new EventEmitter() as WorkerEvents;
  lookAgain(events);
  const open = () => {
    const nudge = vi.fn();
    const workerPool = { nudge } as unknown as WorkerPool;
    const emit = (name: string, more = {}) => (events as EventEmitter).emit(name, { workerPool, ...more });
    const announce = (channel = 'jobs:insert') => emit('pool:listen:notification', { message: { channel } });
    return { nudge, announce, emit };
  };
  return [open(), open()] as const;
}

test('a pool looks four more times for an announced job, before its poll a second later', () => {
  const [{ nudge, announce }, other] = pools();
  announce();
  expect(nudge).not.toHaveBeenCalled(); // the queue itself does
  vi.advanceTimersByTime(30);
  expect(nudge).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(970);
  expect(nudge).toHaveBeenCalledTimes(4);
  expect(other.nudge).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('each announcement begins anew, and other messages are none', () => {
  const [{ nudge, announce }] = pools();
  announce('worker:migrate');
  expect(vi.getTimerCount()).toBe(0);
  for (let count = 0; count < 100; count++) announce();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(nudge).toHaveBeenCalledTimes(4);
});

test('two pools look at different times', () => {
  const [first, second] = pools();
  const times = [first, second].map(({ nudge, announce }) => {
    const at: number[] = [];
    nudge.mockImplementation(() => at.push(performance.now()));
    announce();
    return at;
  });
  vi.advanceTimersByTime(1000);
  expect(times[0]).not.toEqual(times[1]);
});

test.each(['pool:gracefulShutdown', 'pool:forcefulShutdown', 'pool:fatalError', 'pool:release'])(
  'after %s, a pool is not asked any more',
  (end) => {
    const [{ nudge, announce, emit }] = pools();
    announce();
    emit(end);
    vi.advanceTimersByTime(1000);
    expect(nudge).not.toHaveBeenCalled();
  },
);
