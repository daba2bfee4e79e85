import { throwIfAborted } from '#engine/errors';
import { encodeRgbVideo } from '#engine/ffmpeg/encode-rgb';
import { copiedTypes } from '#engine/label/stated-types';
import { overWhite } from '#engine/media/picture';
import { writeWhole } from '#engine/media/write-picture';
import type { Image } from '#engine/types';
import { animationFrames, type Animation } from '#engine/video/clip/animation';
import { AnimationWriter } from '#engine/video/clip/write-animation';
import type { AnimationFormat, ExportRequest } from './export-media';
import { resized } from '#engine/media/resize';
import { reducedSize, type Size } from '#engine/media/size';

/** Keeps delays and transparency. */
export async function exportAnimation(
  animation: Animation,
  format: AnimationFormat,
  { out, shortSide, signal, onProgress }: ExportRequest,
): Promise<Size> {
  const size = reducedSize(animation, shortSide);
  const writer = new AnimationWriter({ ...animation, ...size }, format, copiedTypes(animation.sourceTypes));
  let done = 0;
  for await (const frame of animationFrames(animation)) {
    throwIfAborted(signal);
    const { image, alpha } = await resized(frame, size);
    writer.add({ image, alpha: alpha! });
    onProgress?.('writing', (50 * ++done) / animation.delays.length);
  }
  const bytes = await writer.encode();
  throwIfAborted(signal);
  await writeWhole(out, bytes);
  return size;
}

/** Delays are multiples of 10 ms, mostly of 20. */
const FRAMES_PER_SECOND = 50;

/** Constant frame rate, over white. */
export async function exportAnimationAsVideo(
  animation: Animation,
  { out, shortSide, signal, onProgress }: ExportRequest,
): Promise<Size> {
  const { width, height } = reducedSize(animation, shortSide, 2);
  const size = { width: width & ~1, height: height & ~1 };
  async function* frames(): AsyncGenerator<Image> {
    let [shown, endMs, done] = [0, 0, 0];
    for await (const frame of animationFrames(animation)) {
      const image = overWhite(await resized(frame, size));
      endMs += animation.delays[done++];
      for (const end = Math.round((endMs * FRAMES_PER_SECOND) / 1000); shown < end; shown++) yield image;
      onProgress?.('writing', (99 * done) / animation.delays.length);
    }
  }
  const sourceType = copiedTypes(animation.sourceTypes).own;
  await encodeRgbVideo(frames(), { size, fps: FRAMES_PER_SECOND, sourceType, out, signal });
  return size;
}
