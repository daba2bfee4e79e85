import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Source } from '#engine';
import { sourceCache } from './source-cache';

/** As the privacy policy states. */
const twoMinutes = 120_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Levels of an atlas may be views of one buffer. */
function sourceOf(bytes: number): Source {
  const buffer = new ArrayBuffer(bytes);
  const atlas = [{ data: new Uint8Array(buffer) }, { data: new Uint8Array(buffer, 0, bytes / 2) }];
  const thumbnail = Buffer.from(new ArrayBuffer(0));
  return { warnings: [], thumbnail, prepared: Object.assign({ warnings: [] }, { atlas }) };
}

/** Sources have the bytes that their key states: `a 50`. */
function open({ maxBytes = 100 } = {}) {
  const cache = sourceCache({ maxBytes });
  const prepared: string[] = [];
  const use = (key: string) =>
    cache.get(key, async () => {
      prepared.push(key);
      return sourceOf(Number(key.split(' ')[1]));
    });
  return { cache, prepared, use };
}

test('a source is prepared once for each key', async () => {
  const { prepared, use } = open();
  const first = await use('a 50');
  expect(await use('a 50')).toBe(first);
  expect(await use('b 50')).not.toBe(first);
  expect(await use('a 50')).toBe(first);
  expect(prepared).toEqual(['a 50', 'b 50']);
});

test('the least recently used sources make room for a new one, and no others', async () => {
  const { prepared, use } = open();
  for (const key of ['a 30', 'b 30', 'c 40', 'a 30', 'd 60']) await use(key);
  expect(prepared.splice(0)).toEqual(['a 30', 'b 30', 'c 40', 'd 60']);
  for (const key of ['a 30', 'd 60', 'b 30', 'c 40']) await use(key);
  expect(prepared).toEqual(['b 30', 'c 40']);
});

test('a source larger than the cache is returned, but neither kept nor given room', async () => {
  const { prepared, use } = open();
  for (const key of ['a 100', 'b 102', 'b 102', 'a 100']) await use(key);
  expect(prepared).toEqual(['a 100', 'b 102', 'b 102']);
});

test('a source is released two minutes after its last use, without another job', async () => {
  const { prepared, use } = open();
  for (let round = 0; round < 3; round++) {
    await use('a 50');
    vi.advanceTimersByTime(twoMinutes - 1);
  }
  expect([prepared, vi.getTimerCount()]).toEqual([['a 50'], 1]);
  vi.advanceTimersByTime(1);
  expect(vi.getTimerCount()).toBe(0);
  for (const key of ['a 50', 'b 50', 'a 50']) await use(key);
  expect(prepared).toEqual(['a 50', 'a 50', 'b 50']);
});

test('a failure is not kept', async () => {
  const { cache, prepared, use } = open();
  await expect(cache.get('a 50', () => Promise.reject(new Error('aborted')))).rejects.toThrow('aborted');
  await use('a 50');
  expect(prepared).toEqual(['a 50']);
});

test('of two jobs that want one source at once, one may fail; the source counts once', async () => {
  const { cache, prepared, use } = open();
  const failing = cache.get('a 50', () => Promise.reject(new Error('aborted')));
  const made = await Promise.all([use('a 50'), use('a 50'), expect(failing).rejects.toThrow('aborted')]);
  for (const key of ['b 50', 'a 50']) await use(key);
  expect(prepared).toEqual(['a 50', 'a 50', 'b 50']);
  expect(made).toContain(await use('a 50'));
});

test('a kept source does not keep the process alive', async () => {
  vi.useRealTimers();
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  await open().use('a 50');
  expect(timers()).toBe(before);
});
