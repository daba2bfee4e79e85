import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { mediaKinds, openEngine, type Engine } from '#engine';
import { installedDecoders } from '#engine/decoder/installed';
import { FaceFinder } from '#engine/analyse/face-finder';
import { FaceNetPool } from '#engine/analyse/face-net-pool';
import { trackInPool } from '#engine/video/track/track-clip';
import { clipOf } from '#engine/video/clip/clip';
import { withMedia } from '#engine/video/clip/probe-media';
import { ModelStore } from '#engine/nets/model-store';
import { passthroughTiming, h264Options } from '#engine/ffmpeg/arguments';
import { FfmpegProcess } from '#engine/ffmpeg/ffmpeg-process';
import { readYuvFrames } from '#engine/ffmpeg/frame-reader';
import { FrameWriter } from '#engine/ffmpeg/frame-writer';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import { type SampleFaceName } from '#shared/sample-media';
import { portraitPath } from '#tests/support/portraits';
import { formatTable, ratio } from '#tests/bench/table';
import { processorMs } from './processor-time';
import { FPS, fourPersons, onePerson } from './scenes';

const SECONDS = 8;
const FRAMES = SECONDS * FPS;
const CLOCK = { num: 1, den: 24_000 };

export async function benchVideo(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-bench-'));
  const engine = await openEngine();
  try {
    const [one, four] = [await onePerson(folder, SECONDS), await fourPersons(folder, SECONDS)];
    await engine.swap({ ...(await requestFor(engine, one, folder, ['lin'])), toMs: 500 }); // starts the threads
    const reference = { one: await transcode(one, folder), four: await transcode(four, folder) };
    const pipes = await passThrough(one, folder);
    const rows = [
      rowOf('ffmpeg alone, decoded and encoded', reference.one, reference.one, pipes),
      rowOf('engine pipes, nothing painted', pipes, reference.one, pipes),
      rowOf('tracking one face', await following(one), reference.one, pipes),
      rowOf('tracking four faces', await following(four), reference.four, pipes),
    ];
    for (const [media, faces] of [
      [one, ['lin']],
      [four, ['lin', 'malik']],
      [four, ['lin', 'malik', 'elsa', 'tomas']],
    ] as [string, SampleFaceName[]][]) {
      const request = await requestFor(engine, media, folder, faces);
      const tracks = path.join(folder, `tracks-${faces.length}`);
      await engine.analyse(media, { kinds: mediaKinds, tracks });
      const alone = media === one ? reference.one : reference.four;
      const what = `${faces.length} ${faces.length === 1 ? 'face' : 'faces'} swapped`;
      rows.push(
        rowOf(`${what}, tracks stored`, await timed(() => engine.swap({ ...request, tracks })), alone, pipes),
        rowOf(`${what}, with tracking`, await timed(() => engine.swap(request)), alone, pipes),
      );
    }
    const columns = ['', 'frames a second', 'of ffmpeg alone', 'of our pipes', 'processor ms a frame'];
    const title = `Video: ${FRAMES} frames of 1280 × 720, ${availableParallelism()} cores`;
    console.log(formatTable({ title, columns, rows }));
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const rowOf = (what: string, { fps, processorMs }: Timed, alone: Timed, pipes: Timed) => [
  what,
  fps.toFixed(1),
  ratio(fps, alone.fps),
  ratio(fps, pipes.fps),
  processorMs.toFixed(1),
];

async function requestFor(engine: Engine, media: string, folder: string, faces: SampleFaceName[]) {
  const sources = await Promise.all(faces.map((name) => engine.prepare([portraitPath(name)])));
  const bindings = Object.fromEntries(sources.map((source, i) => [`p${i + 1}`, source]));
  return { kinds: mediaKinds, media, bindings, out: path.join(folder, 'result.mp4') };
}

interface Timed {
  fps: number;
  /** All threads and ffmpeg. */
  processorMs: number;
}

async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const [start, used] = [performance.now(), processorMs()];
  await work();
  return { fps: (1000 * FRAMES) / (performance.now() - start), processorMs: (processorMs() - used) / FRAMES };
}

function infoOf(media: string): Promise<VideoInfo> {
  return withMedia(media, {}, async (opened) => {
    if (opened.kind !== 'video') throw new Error(`${media}: expected a video, found a ${opened.kind}`);
    return opened.info;
  });
}

async function transcode(media: string, folder: string): Promise<Timed> {
  const { features } = await installedDecoders();
  const encoder = h264Options(await infoOf(media), CLOCK, features);
  const args = ['-i', media, ...encoder, ...passthroughTiming(features), '-c:a', 'copy'];
  return timed(async () => {
    const out = path.join(folder, 'alone.mp4');
    const work = { kind: 'file', args: [...args, '-y', out], reads: [media], writes: [out] } as const;
    const child = await FfmpegProcess.start(work, 'error', {});
    child.output.resume();
    await child.waitForExit(60_000);
  });
}

async function passThrough(media: string, folder: string): Promise<Timed> {
  const info = await infoOf(media);
  return timed(async () => {
    const out = path.join(folder, 'passed.nut');
    let writer: FrameWriter | undefined;
    for await (const { frame, ticks, clock } of readYuvFrames(info)) {
      writer ??= await FrameWriter.open(info, { out, clock });
      await writer.write(frame, ticks);
    }
    await writer!.finish();
  });
}

async function following(media: string): Promise<Timed> {
  const finder = await FaceFinder.load(await ModelStore.open());
  try {
    const footage = clipOf({ kind: 'video', info: await infoOf(media) }, {});
    return await timed(() => trackInPool(new FaceNetPool(finder, availableParallelism()), footage, {}));
  } finally {
    await finder.close();
  }
}
