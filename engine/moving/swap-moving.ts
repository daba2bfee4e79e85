import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { throwIfAborted } from '../errors';
import { VIDEO_TAG } from '../label/read-label';
import { COMPOSITE_SYNTHETIC } from '../label/xmp';
import { writeWhole } from '../media/write-picture';
import { bindPersons } from '../photo/bind';
import type { MediaOptions, PhotoContext } from '../photo/context';
import { inParallel } from '../threads/in-parallel';
import type { Bindings, Image } from '../types';
import { encoderFailed } from '../video/child';
import { FrameWriter } from '../video/frame-writer';
import { isPlanes, type Planes } from '../video/planes';
import type { VideoInfo } from '../video/probe';
import type { Animation } from './animation';
import { follow, type Followed } from './follow';
import { footageOf, type Footage, type Frame, type MovingMedia } from './footage';
import { expectedFrames, pace } from './pace';
import { paint, type Paints } from './paint';
import type { Painters } from './painters';
import { facesIn, paintsOf } from './scene';
import { makePlate } from './stamp';
import { AnimationWriter, animationFormat } from './write-animation';

export interface MovingSwap extends MediaOptions {
  bindings: Bindings;
  out: string;
  label?: { visible: boolean };
}

export interface MovingSwapResult {
  width: number;
  height: number;
  format: 'mp4' | 'gif' | 'webp';
  /** Keys of the persons who got a new face. */
  persons: string[];
  frames: number;
}

/** What is needed to make the frames of the result. */
interface Scene {
  readonly footage: Footage;
  readonly followed: Followed;
  readonly paints: Paints;
}

export interface MovingContext extends PhotoContext {
  readonly painters: Painters;
}

/**
 * Puts faces on the persons of a video or an animation: everybody is followed first, then each frame is painted.
 * @throws EngineError `no_face`, `unknown_person`, `bad_interval`, `damaged_media`, `out_of_space`, `aborted`
 */
export async function swapMoving(
  context: MovingContext,
  media: MovingMedia,
  request: MovingSwap,
): Promise<MovingSwapResult> {
  const { bindings, label = { visible: true }, signal, fromMs, toMs, onProgress } = request;
  const footage = footageOf(media, { fromMs, toMs });
  const { width, height } = footage;
  onProgress?.('reading', 0);
  const onFrame = pace('detecting', [1, 40], expectedFrames(footage), request);
  const followed = await follow(context.faces, footage, { signal, onFrame });
  const bound = bindPersons(followed.people.length, bindings, media.kind === 'video' ? 'video' : 'animation');
  const plate = label.visible ? await makePlate(width, height) : undefined;
  const scene = { footage, followed, paints: { ...paintsOf(followed, bound, context.swapper), plate } };
  // What `footage` holds is the part that was asked for; of an animation that is another animation.
  const moving = footage.media;
  const format =
    moving.kind === 'video'
      ? await writeVideo(context, moving.info, scene, request)
      : await writeAnimation(context, moving.animation, scene, request);
  onProgress?.('writing', 100);
  const persons = bound.map(({ key }) => key);
  return { width, height, format, persons, frames: followed.times.length - 1 };
}

/** Frames that may be painted, waiting or being written at a time, for each thread that paints. */
const AT_ONCE = 2;

/** Each frame of the result, in the buffers of the original's. */
async function* paintedFrames({ painters, swapper }: MovingContext, scene: Scene, request: MovingSwap) {
  const { footage, followed, paints } = scene;
  const { signal } = request;
  const onFrame = pace('swapping', [40, 98], followed.times.length - 1, request);
  const work = painters.begin(paints);
  const atOnce = AT_ONCE * painters.count;
  const paintOne = async ({ picture }: Frame, index: number) => {
    throwIfAborted(signal);
    const faces = facesIn(followed, index);
    if (isPlanes(picture)) await work.paint(picture, faces);
    else paint(picture, faces, paints, swapper);
  };
  try {
    let done = 0;
    const hold = atOnce + 2; // those at once, the one being written, and the next being read
    for await (const frame of inParallel(footage.frames({ signal, hold }), atOnce, paintOne)) {
      throwIfAborted(signal);
      yield frame;
      onFrame(++done);
    }
  } finally {
    work.end();
  }
}

/** Writes beside the result's place and renames, so that the result is whole or absent. */
async function writeVideo(context: MovingContext, info: VideoInfo, scene: Scene, request: MovingSwap): Promise<'mp4'> {
  const { out, signal, onProgress } = request;
  const partial = path.join(path.dirname(out), `.${path.basename(out)}.${randomUUID()}.part`);
  const tags = { comment: 'AI modified', [VIDEO_TAG]: COMPOSITE_SYNTHETIC };
  let writer: FrameWriter | undefined;
  // The next frame is read and painted while the last one is still being handed over.
  let handedOver: Promise<void> | undefined;
  try {
    for await (const { picture, ticks, clock } of paintedFrames(context, scene, request)) {
      const { trim } = scene.footage;
      writer ??= await FrameWriter.open(info, { out: partial, trim, clock, firstTicks: ticks, tags, signal });
      await handedOver;
      handedOver = writer.write(picture as Planes, ticks);
      handedOver.catch(() => {}); // heard of when the next one comes
    }
    await handedOver;
    onProgress?.('writing', 98);
    await writer?.finish();
    throwIfAborted(signal);
    await rename(partial, out).catch((error: unknown) => {
      throw encoderFailed(error);
    });
    return 'mp4';
  } finally {
    await writer?.dispose();
    await rm(partial, { force: true });
  }
}

async function writeAnimation(
  context: MovingContext,
  animation: Animation,
  scene: Scene,
  request: MovingSwap,
): Promise<'gif' | 'webp'> {
  const format = animationFormat(animation, request.out);
  const writer = new AnimationWriter(animation, format);
  for await (const { picture, alpha } of paintedFrames(context, scene, request)) {
    const image = picture as Image;
    writer.add({ image, alpha: alpha ?? new Uint8Array(image.width * image.height).fill(255) });
  }
  request.onProgress?.('writing', 98);
  const bytes = await writer.encode();
  throwIfAborted(request.signal);
  await writeWhole(request.out, bytes);
  return format;
}
