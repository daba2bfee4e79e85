import { expect, test } from 'vitest';
import type { WaitingJob } from '#backend/queue/port';
import { forecast, type Crew } from './forecast';

const job = (taskId: string, more: Partial<WaitingJob> = {}): WaitingJob => ({
  ...{ taskId, lane: 'batch', quality: 'mesh', queue: null, priority: 10, runAtMs: 0 },
  ...{ dueMs: 0, expectedMs: 10, isOrdered: true, ...more },
});
const batch = (freeMs = 0, qualities: string[] = []) => ({ lane: 'batch' as const, qualities, freeMs });
const interactive = (freeMs = 0) => ({ lane: 'interactive' as const, qualities: [], freeMs });
const crew = (...workers: Crew['workers']): Crew => ({ workers, queuesFreeMs: new Map() });

/** `position:milliseconds` of each. */
const placesOf = (waiting: WaitingJob[], among: Crew) =>
  Object.fromEntries([...forecast(waiting, among)].map(([id, { position, waitMs }]) => [id, `${position}:${waitMs}`]));

test('a worker that ends a job takes one of another queue, and the job’s queue goes on with the next free worker', () => {
  const waiting = [job('a1', { queue: 1 }), job('a2', { queue: 1 }), job('b1', { queue: 2 })];
  expect(placesOf(waiting, crew(batch()))).toEqual({ a1: '1:0', b1: '2:10', a2: '3:20' });
  expect(placesOf(waiting.slice(0, 2), crew(batch()))).toEqual({ a1: '1:0', a2: '2:10' });
});

test('jobs of both lanes share the batch workers in their order; an interactive worker leaves batch jobs alone', () => {
  const quick = { lane: 'interactive' } as const;
  const waiting = [job('v1'), job('v2'), job('p1', quick), job('p2', quick), job('v3')];
  expect(placesOf(waiting, crew(batch()))).toEqual({ v1: '1:0', v2: '2:10', p1: '3:20', p2: '4:30', v3: '5:40' });
  expect(placesOf(waiting, crew(batch(100), interactive(5)))).toEqual({
    ...{ p1: '1:5', p2: '2:15' },
    ...{ v1: '1:100', v2: '2:110', v3: '3:120' },
  });
});

test('a job that is not due yet does not keep others of its queue waiting', () => {
  const waiting = [job('later', { queue: 1, dueMs: 60 }), job('now', { queue: 1 }), job('other')];
  expect(placesOf(waiting, crew(batch()))).toEqual({ now: '1:0', other: '2:10', later: '3:60' });
});

test('a job that nobody ordered takes time, and no place', () => {
  const waiting = [job('probe', { isOrdered: false }), job('mine')];
  expect(placesOf(waiting, crew(batch()))).toEqual({ probe: '1:0', mine: '1:10' });
});

test('a queue whose job runs is free when that ends', () => {
  const among = { workers: [batch(), batch(50)], queuesFreeMs: new Map([[1, 50]]) };
  const waiting = [job('a', { queue: 1 }), job('b'), job('c')];
  expect(placesOf(waiting, among)).toEqual({ b: '1:0', c: '2:10', a: '3:50' });
});

test('jobs that no live worker takes wait as if one came for them', () => {
  const waiting = [job('high', { quality: 'high' }), job('mesh'), job('second', { quality: 'high' })];
  expect(placesOf(waiting, crew(batch(30)))).toEqual({ high: '1:0', mesh: '1:30', second: '2:10' });
  expect(placesOf(waiting, crew(batch(30, ['high'])))).toEqual({ high: '1:30', mesh: '2:40', second: '3:50' });
  expect(placesOf(waiting, crew())).toEqual({ high: '1:0', mesh: '2:10', second: '3:20' });
});

test('many jobs of many accounts start in the order of one worker’s choices', () => {
  const waiting = Array.from({ length: 2_000 }, (_, n) =>
    job(`${n}`, { queue: (n * 7) % 211, expectedMs: (n * 13) % 50 }),
  );
  const left = [...waiting];
  const order: string[] = [];
  for (let last: number | null = null; left.length > 0;) {
    const other = left.findIndex(({ queue }) => queue !== last);
    const [next] = left.splice(Math.max(0, other), 1);
    order.push(next!.taskId);
    last = next!.queue;
  }
  const places = forecast(waiting, crew(batch()));
  expect(order.map((id) => places.get(id)!.position)).toEqual(order.map((_, index) => index + 1));
});
