import { readdirSync } from 'node:fs';
import { mkdir, rm, truncate } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { mediaKinds, type Engine, type Source } from '#engine';
import { WORK_SUBFOLDER } from '#engine/video/segments/work-folder';
import { makeClip } from '#tests/support/clips';
import { framesOf, segmentsIn, unevenClip } from '#tests/support/resumed-swaps';
import { scratchFolder } from '#tests/support/scratch';
import { sharedEngine, sharedSource } from '#tests/support/shared-engine';

const SEGMENT_MS = 500;

let engine: Engine;
let lin: Source;
beforeAll(async () => {
  engine = await sharedEngine();
  lin = await sharedSource('lin');
});

describe('an interrupted swap', () => {
  async function begin(request: Parameters<Engine['swap']>[0], frames: number) {
    const calling = new AbortController();
    const onFrames = (progress: { stage: string; framesDone: number }) => {
      if (progress.stage === 'swapping' && progress.framesDone === frames) calling.abort();
    };
    await expect(engine.swap({ ...request, onFrames, signal: calling.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
  }

  async function painted(request: Parameters<Engine['swap']>[0]): Promise<number> {
    let count = 0;
    const onFrames = ({ stage }: { stage: string }) => void (count += Number(stage === 'swapping'));
    await engine.swap({ ...request, onFrames });
    return count;
  }

  test('resumes only for the same request with intact segments', async () => {
    const folder = scratchFolder();
    const media = await unevenClip(folder);
    const work = { folder: path.join(folder, 'work'), segmentMs: SEGMENT_MS };
    const request = { kinds: mediaKinds, media, bindings: { p1: lin }, out: path.join(folder, 'result.mp4'), work };
    const segmentFolder = path.join(work.folder, WORK_SUBFOLDER);
    await begin(request, 24);
    expect(readdirSync(folder).sort()).toEqual(['clip.mkv', 'work']);
    expect(readdirSync(segmentFolder).filter((name) => name.endsWith('.part'))).toEqual([]);
    const [first, ...rest] = (await segmentsIn(work.folder)).map((line) => JSON.parse(line) as { file: string });
    expect(rest.length).toBeGreaterThan(0);

    const all = await painted({ ...request, label: { visible: false } });
    await begin(request, 24);
    await truncate(path.join(segmentFolder, first.file), 100);
    expect(await painted(request)).toBe(all);
  });
});

test('a result that cannot be moved to its place was written to a partial file, and is removed', async () => {
  const folder = scratchFolder();
  const media = await makeClip(path.join(folder, 'clip.mp4'), 'mp4', { seconds: 0.5, fps: 12, sounds: 0 });
  const out = path.join(folder, 'result.mp4');
  await mkdir(out);
  const swapped = engine.swap({ kinds: mediaKinds, media, bindings: { p1: lin }, out });
  await expect(swapped).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringMatching(/rename '\S+\/\.result\.mp4\.\S+\.part'/),
  });
  expect(readdirSync(folder).sort()).toEqual(['clip.mp4', 'result.mp4']);
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
