import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

import { mediaKinds } from '#engine';
import { nodeArguments } from '#tests/support/node-arguments';
import { portraitPath } from '#tests/support/portraits';
import { descendantsOf, runningAmong } from '#tests/support/processes';
import { framesOf, segmentsIn, unevenClip } from '#tests/support/resumed-swaps';
import { scratchFolder } from '#tests/support/scratch';
import { sharedEngine, sharedSource } from '#tests/support/shared-engine';
import { inspect, onsets, onsetsByClock } from '#tests/support/watch-video';

const program = 'tests/support/swap-with-progress.ts';
const SEGMENT_MS = 500;

/** Kills the process at a matching line. */
async function swapElsewhere(args: string[], until: (line: string) => boolean = () => false) {
  const child = spawn(process.execPath, [...nodeArguments(program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const told: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    told.push(line);
    if (!until(line)) continue;
    const helpers = descendantsOf(child.pid!);
    child.kill('SIGKILL');
    await ended;
    return { told, helpers };
  }
  expect((await ended)[0]).toBe(0);
  return { told, helpers: [] };
}

const framesTold = (told: string[], stage: string) =>
  told.filter((line) => line.startsWith(stage)).map((line) => Number(line.split(' ')[1]));

/** Killed in the middle, then run again. */
async function swapInTwoProcesses(folder: string, media: string) {
  const [out, work] = [path.join(folder, 'result.mp4'), path.join(folder, 'work')];
  const args = [media, portraitPath('lin'), out, work];

  const killed = await swapElsewhere(args, (line) => line === 'swapping 14');
  expect(existsSync(out)).toBe(false);
  const whole = await segmentsIn(work);
  expect(whole.length).toBeGreaterThan(0);
  const kept = whole.reduce((sum, line) => sum + (JSON.parse(line) as { frames: number }).frames, 0);

  const { told } = await swapElsewhere(args);
  expect(framesTold(killed.told, 'detecting').length).toBeGreaterThan(14);
  expect(framesTold(told, 'detecting')).toEqual([]);
  expect(framesTold(told, 'swapping')[0]).toBe(kept + 1);
  expect(runningAmong(killed.helpers)).toEqual([]);
  return { out, work: { folder: work, segmentMs: SEGMENT_MS } };
}

test('a swap whose process is killed resumes in another from the last complete segment', async () => {
  const folder = scratchFolder();
  const media = await unevenClip(folder, 2);
  const { out, work } = await swapInTwoProcesses(folder, media);
  expect(readdirSync(folder).sort()).toEqual(['clip.mkv', 'result.mp4']);

  const atOnce = path.join(folder, 'at-once.mp4');
  const request = { kinds: mediaKinds, media, bindings: { p1: await sharedSource('lin') }, out: atOnce };
  await (await sharedEngine()).swap({ ...request, work });
  expect(await framesOf(out)).toBe(await framesOf(atOnce));
  const [after, original] = [await inspect(out), await inspect(media)];
  expect(after.frameTimes).toHaveLength(original.frameTimes.length);
  after.frameTimes.forEach((time, i) => expect(Math.abs(time - original.frameTimes[i])).toBeLessThan(0.002));
  expect(Math.abs(after.seconds - original.seconds)).toBeLessThan(0.1);
  const [heard, played] = [await onsets(media), await onsetsByClock(out)];
  expect(played).toHaveLength(4);
  played.forEach((time, i) => expect(Math.abs(time - heard[i])).toBeLessThan(0.02));
});
