import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm, truncate } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { mediaKinds, type Engine, type Source } from '#engine';
import { everyFrame, runFfmpeg } from '#tests/support/ffmpeg';
import { makeClip } from '#tests/support/clips';
import { portraitPath } from '#tests/support/portraits';
import { descendantsOf, runningAmong } from '#tests/support/processes';
import { scratchFolder } from '#tests/support/scratch';
import { sharedEngine, sharedSource } from '#tests/support/shared-engine';
import { inspect, onsets, onsetsByClock } from '#tests/support/watch-video';

const program = fileURLToPath(new URL('./swap-with-progress.ts', import.meta.url));
const photo = portraitPath('lin');
const SEGMENT_MS = 500;

let engine: Engine;
let lin: Source;
beforeAll(async () => {
  engine = await sharedEngine();
  lin = await sharedSource('lin');
});

/** Uneven frame times, clicks every half second. */
async function unevenClip(folder: string): Promise<string> {
  const filters = ["select='not(mod(n\\,3))+eq(mod(n\\,7)\\,1)'"];
  const more = [...(await everyFrame()), '-c:a', 'aac', '-g', '12'];
  return makeClip(path.join(folder, 'clip.mkv'), 'mkv', { seconds: 3, filters, more });
}

/** Kills the process at a matching line. */
async function swapElsewhere(args: string[], until: (line: string) => boolean = () => false) {
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
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

async function segmentsIn(folder: string): Promise<string[]> {
  const journal = await readFile(path.join(folder, 'journal.jsonl'), 'utf8').catch(() => '');
  return journal.trim().split('\n').slice(1);
}

const framesOf = async (file: string) =>
  (await runFfmpeg(['-i', file, '-map', '0:v', '-f', 'framemd5', 'pipe:1'])).toString().replace(/^#.*\n/gm, '');

test('a swap whose process is killed resumes in another from the last complete segment', async () => {
  const folder = scratchFolder();
  const [out, work] = [path.join(folder, 'result.mp4'), path.join(folder, 'work')];
  const media = await unevenClip(folder);
  const args = [media, photo, out, work];

  const killed = await swapElsewhere(args, (line) => line === 'swapping 24');
  expect(existsSync(out)).toBe(false);
  const whole = await segmentsIn(work);
  expect(whole.length).toBeGreaterThan(0);
  const kept = whole.reduce((sum, line) => sum + (JSON.parse(line) as { frames: number }).frames, 0);

  const { told } = await swapElsewhere(args);
  expect(framesTold(killed.told, 'detecting').length).toBeGreaterThan(24);
  expect(framesTold(told, 'detecting')).toEqual([]);
  expect(framesTold(told, 'swapping')[0]).toBe(kept + 1);
  expect(runningAmong(killed.helpers)).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual(['clip.mkv', 'result.mp4']);

  const atOnce = path.join(folder, 'at-once.mp4');
  const request = { kinds: mediaKinds, media, bindings: { p1: lin }, out: atOnce };
  await engine.swap({ ...request, work: { folder: work, segmentMs: SEGMENT_MS } });
  expect(await framesOf(out)).toBe(await framesOf(atOnce));
  const [after, original] = [await inspect(out), await inspect(media)];
  expect(after.frameTimes).toHaveLength(original.frameTimes.length);
  after.frameTimes.forEach((time, i) => expect(Math.abs(time - original.frameTimes[i])).toBeLessThan(0.002));
  expect(Math.abs(after.seconds - original.seconds)).toBeLessThan(0.1);
  const [heard, played] = [await onsets(media), await onsetsByClock(out)];
  expect(played).toHaveLength(6);
  played.forEach((time, i) => expect(Math.abs(time - heard[i])).toBeLessThan(0.02));
});

describe('an interrupted swap', () => {
  async function begin(request: Parameters<Engine['swap']>[0], frames: number) {
    const calling = new AbortController();
    const onFrames = (progress: { stage: string; framesDone: number }) => {
      if (progress.stage === 'swapping' && progress.framesDone === frames) calling.abort();
    };
    await expect(engine.swap({ ...request, onFrames, signal: calling.signal } as never)).rejects.toMatchObject({
      code: 'aborted',
    });
  }

  async function painted(request: Parameters<Engine['swap']>[0]): Promise<number> {
    let count = 0;
    const onFrames = ({ stage }: { stage: string }) => void (count += Number(stage === 'swapping'));
    await engine.swap({ ...request, onFrames } as never);
    return count;
  }

  test('resumes only for the same request with intact segments', async () => {
    const folder = scratchFolder();
    const media = await unevenClip(folder);
    const work = { folder: path.join(folder, 'work'), segmentMs: SEGMENT_MS };
    const request = { kinds: mediaKinds, media, bindings: { p1: lin }, out: path.join(folder, 'result.mp4'), work };
    await begin(request, 24);
    expect(readdirSync(folder).sort()).toEqual(['clip.mkv', 'work']);
    expect(readdirSync(work.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    const [first, ...rest] = (await segmentsIn(work.folder)).map((line) => JSON.parse(line) as { file: string });
    expect(rest.length).toBeGreaterThan(0);

    const all = await painted({ ...request, label: { visible: false } });
    await begin(request, 24);
    await truncate(path.join(work.folder, first.file), 100);
    expect(await painted(request)).toBe(all);
  });
});

test('stored tracks replace detection in a swap of the same interval only', async () => {
  const folder = scratchFolder();
  const media = await unevenClip(folder);
  const tracks = path.join(folder, 'tracks');
  await engine.analyse(media, { kinds: mediaKinds, tracks, toMs: 1000 });
  const stagesOf = async (part: { toMs?: number }) => {
    const stages = new Set<string>();
    const onFrames = ({ stage }: { stage: string }) => void stages.add(stage);
    const out = path.join(folder, `result-${part.toMs}.mp4`);
    await engine.swap({ kinds: mediaKinds, media, bindings: { p1: lin }, out, tracks, onFrames, ...part });
    return { stages: [...stages], frames: await framesOf(out) };
  };
  const spared = await stagesOf({ toMs: 1000 });
  expect(spared.stages).toEqual(['swapping']);
  expect((await stagesOf({ toMs: 900 })).stages).toEqual(['detecting', 'swapping']);
  await rm(tracks);
  expect(await stagesOf({ toMs: 1000 })).toEqual({ stages: ['detecting', 'swapping'], frames: spared.frames });
});
