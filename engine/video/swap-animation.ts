import { throwIfAborted } from '#engine/errors';
import { writeWhole } from '#engine/media/write-picture';
import type { PhotoContext } from '#engine/photo/context';
import type { Image } from '#engine/types';
import type { Animation } from './animation';
import { FOLLOWED } from './find-tracks';
import { pace } from './report-progress';
import { paint } from './paint-frame';
import { facesIn, type Scene } from './render-plan';
import type { MovingSwap } from './swap-clip';
import { AnimationWriter, animationFormat } from './write-animation';

/** Paints an animation's frames one after the other, writes it, and says as what. */
export async function swapAnimation(
  { swapper }: PhotoContext,
  animation: Animation,
  { footage, tracks, paints }: Scene,
  request: MovingSwap,
): Promise<'gif' | 'webp'> {
  const { out, signal, onProgress } = request;
  const format = animationFormat(animation, out);
  const writer = new AnimationWriter(animation, format);
  const onFrame = pace('swapping', [FOLLOWED, 98], tracks.times.length - 1, request);
  let frame = 0;
  for await (const { picture, alpha } of footage.frames({ signal })) {
    throwIfAborted(signal);
    const image = picture as Image;
    paint(image, facesIn(tracks, frame), paints, swapper);
    writer.add({ image, alpha: alpha ?? new Uint8Array(image.width * image.height).fill(255) });
    onFrame(++frame);
  }
  onProgress?.('writing', 98);
  const bytes = await writer.encode();
  throwIfAborted(signal);
  await writeWhole(out, bytes);
  return format;
}
