import { expect, test } from 'vitest';
import { runDecoder } from '#engine/decoder/run';
import { patience } from '#tests/support/patience';
import { descendantsOf } from '#tests/support/processes';
import { refusalOf } from './engine-refusal';
import { budgetFor, timeBudgets, TimeBudgetExceeded, withinBudget } from './time-budget';

const video = { kind: 'video', duration_ms: 60_000, size: 10_000_000 } as const;
const endless = ['-f', 'lavfi', '-i', 'testsrc=size=48x48', '-f', 'null', '-'];
const decodeForever = (signal: AbortSignal) => runDecoder({ program: 'ffmpeg', kind: 'frames', args: endless, signal });
const decoders = () => descendantsOf(process.pid).filter(({ command }) => command.includes('testsrc=size=48x48'));

test('work that exceeds its budget is aborted with its decoder, and rejected with a message', async () => {
  const error = await withinBudget(500, new AbortController().signal, decodeForever).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TimeBudgetExceeded);
  expect(refusalOf(error, 'video')).toMatchObject({
    error: 'damaged_media',
    message: expect.stringMatching(/takes far longer .* Save it again/),
  });
  await expect.poll(decoders, patience).toEqual([]);
});

test('an abort by the caller is reported as such, and work in time returns its result', async () => {
  const calling = new AbortController();
  const work = withinBudget(60_000, calling.signal, decodeForever);
  calling.abort();
  await expect(work).rejects.toMatchObject({ code: 'aborted' });
  expect(await withinBudget(60_000, calling.signal, async () => 'done')).toBe('done');
});

test('a budget grows with the duration of the media or interval, up to a maximum', () => {
  const { ms, perMediaMs = 0 } = timeBudgets.detection;
  expect(budgetFor({}, 'detection', video)).toBe(ms + perMediaMs * 60_000);
  expect(budgetFor({}, 'detection', video, { trim_start_ms: 1000, trim_end_ms: 2000 })).toBe(ms + perMediaMs * 1000);
  expect(budgetFor({}, 'detection', { ...video, duration_ms: null })).toBe(ms + perMediaMs * 400_000);
  expect(budgetFor({}, 'swap', { ...video, duration_ms: 1e12 })).toBe(24 * 3_600_000);
  expect(budgetFor({}, 'swap', { ...video, kind: 'photo' })).toBe(timeBudgets.picture.ms);
});
