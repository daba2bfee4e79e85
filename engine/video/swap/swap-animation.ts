import { throwIfAborted } from '#engine/errors';
import { writeWhole } from '#engine/media/write-picture';
import type { Image } from '#engine/types';
import type { Animation } from '#engine/video/clip/animation';
import { TRACKING_PERCENT } from '#engine/video/track/find-tracks';
import { progressReporter } from '#engine/video/clip/report-progress';
import { paintFrame } from '#engine/video/paint/paint-frame';
import { facesIn, type RenderPlan } from '#engine/video/paint/render-plan';
import type { ClipSwapRequest } from './swap-clip';
import { AnimationWriter, animationFormat } from '#engine/video/clip/write-animation';

export async function swapAnimation(
  animation: Animation,
  { clip, tracks, spec, swapper }: RenderPlan,
  request: ClipSwapRequest,
): Promise<'gif' | 'webp'> {
  const { out, signal, onProgress } = request;
  const format = animationFormat(animation, out);
  const writer = new AnimationWriter(animation, format, {
    own: swapper.sourceType,
    ingredients: animation.sourceTypes,
  });
  const onFrame = progressReporter('swapping', [TRACKING_PERCENT, 98], tracks.times.length - 1, request);
  let frame = 0;
  for await (const { pixels, alpha } of clip.frames({ signal, alpha: true })) {
    throwIfAborted(signal);
    const image = pixels as Image;
    await paintFrame(image, facesIn(tracks, frame), spec, swapper);
    writer.add({ image, alpha: alpha ?? new Uint8Array(image.width * image.height).fill(255) });
    onFrame(++frame);
  }
  onProgress?.('writing', 98);
  const bytes = await writer.encode();
  throwIfAborted(signal);
  await writeWhole(out, bytes);
  return format;
}
