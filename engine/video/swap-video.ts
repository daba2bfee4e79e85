import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { throwIfAborted } from '#engine/errors';
import { COMPOSITE_SYNTHETIC, VIDEO_TAG } from '#engine/label/xmp';
import { inParallel } from '#engine/threads/in-parallel';
import { encoderFailed } from '#engine/ffmpeg/ffmpeg-process';
import { joinParts } from '#engine/ffmpeg/join-segments';
import type { Planes } from '#engine/ffmpeg/yuv-frame';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import { FOLLOWED } from './find-tracks';
import { fingerprintOfPart, fingerprintOfWork } from './fingerprint';
import { framesFrom } from './frames-from';
import { Journal } from './journal';
import { pace } from './report-progress';
import { planSegments } from './plan-segments';
import { ensureRoom, expectedBytes } from './disk-space';
import { facesIn, type Scene } from './render-plan';
import { SegmentWriter } from './segment-writer';
import type { MovingContext, MovingSwap } from './swap-clip';
import type { Workplace } from './work-folder';

/** Frames that may be painted, or wait for it, at a time for each thread that paints. */
const AT_ONCE = 2;

/** Makes the segments that are not yet there, then the file of them all. */
export async function swapVideo(
  context: MovingContext,
  info: VideoInfo,
  scene: Scene,
  request: MovingSwap,
  workplace: Workplace,
): Promise<void> {
  const { segmentMs } = workplace;
  const part = await fingerprintOfPart(info.file, scene.footage.trim);
  const journal = await Journal.open(workplace.folder, fingerprintOfWork(part, scene.paints, segmentMs), ['tracks']);
  const { times } = scene.tracks;
  await ensureRoom(workplace.folder, 2 * expectedBytes(times.length - 1 - journal.frames, info));
  const segments = new SegmentWriter(info, planSegments(times, segmentMs), journal, request.signal);
  try {
    if (journal.frames < times.length - 1) await paintFrames(context, scene, request, segments, journal.frames);
    await segments.finish();
  } finally {
    await segments.dispose();
  }
  await joinSegments(info, scene, request, journal);
}

/** Paints the frames from one on, and has them encoded in order. */
async function paintFrames(
  { painters }: MovingContext,
  { footage, tracks, paints }: Scene,
  request: MovingSwap,
  segments: SegmentWriter,
  first: number,
): Promise<void> {
  const { signal } = request;
  const onFrame = pace('swapping', [FOLLOWED, 98], tracks.times.length - 1, request, first);
  const work = painters.begin(paints);
  const atOnce = AT_ONCE * painters.count;
  const hold = atOnce + 2; // those at once, the one being written, and the next being read
  const frames = framesFrom(footage, tracks.times, first, { signal, hold });
  let frame = first;
  // The next frame is read and painted while the last one is still being handed over.
  let handedOver: Promise<void> | undefined;
  try {
    const paintOne = ({ picture }: { picture: unknown }, index: number) =>
      work.paint(picture as Planes, facesIn(tracks, first + index));
    for await (const { picture, ticks, clock } of inParallel(frames, atOnce, paintOne)) {
      throwIfAborted(signal);
      await handedOver;
      handedOver = segments.write(picture as Planes, frame, ticks, clock);
      handedOver.catch(() => {}); // heard of when the next one comes
      onFrame(++frame);
    }
    await handedOver;
  } finally {
    work.end();
  }
}

/** Writes beside the result's place and renames, so that the result is whole or absent. */
async function joinSegments(info: VideoInfo, scene: Scene, request: MovingSwap, journal: Journal): Promise<void> {
  const { out, signal, onProgress } = request;
  onProgress?.('writing', 98);
  const folder = path.resolve(path.dirname(out));
  const partial = path.join(folder, `.${path.basename(out)}.${randomUUID()}.part`);
  const tags = { comment: 'AI modified', [VIDEO_TAG]: COMPOSITE_SYNTHETIC };
  const { segments } = journal;
  const { trim } = scene.footage;
  const list = journal.place('segments.txt');
  try {
    await ensureRoom(folder, journal.bytes);
    await joinParts(info, { parts: segments, clock: segments[0].clock, list, out: partial, trim, tags, signal });
    throwIfAborted(signal);
    await rename(partial, out).catch((error: unknown) => {
      throw encoderFailed(error);
    });
  } finally {
    await rm(partial, { force: true });
  }
}
