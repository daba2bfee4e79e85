import { throwIfAborted } from '#engine/errors';
import { installedDecoders } from '#engine/decoder/installed';
import { exportedVideo } from '#engine/ffmpeg/export-arguments';
import { readRgbFrames } from '#engine/ffmpeg/frame-reader';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import { encodeWithProgress } from '#engine/ffmpeg/progress';
import { toNumber } from '#engine/ffmpeg/rational';
import { toEncodingError } from '#engine/ffmpeg/ffmpeg-process';
import { withPartialFile, writeWhole } from '#engine/media/write-picture';
import { copiedTypes, videoTypes } from '#engine/label/stated-types';
import type { Image } from '#engine/types';
import { MAX_MEGAPIXELS } from '#engine/video/clip/animation';
import { AnimationWriter } from '#engine/video/clip/write-animation';
import type { AnimationFormat, ExportRequest } from './export-media';
import { isSameSize, reducedSize, type Size } from '#engine/media/size';

export async function exportVideo(info: VideoInfo, request: ExportRequest): Promise<Size> {
  const { out, shortSide, sound = true, signal, onProgress } = request;
  const size = reducedSize(info, shortSide, 2);
  const { features } = await installedDecoders();
  await withPartialFile(out, async (partial) => {
    const args = exportedVideo(info, features, { size, isCopied: isSameSize(size, info), sound, out: partial });
    await encodeWithProgress(info, args, partial, { signal, onProgress }).catch((error: unknown) => {
      throw toEncodingError(error);
    });
    throwIfAborted(signal);
  });
  return size;
}

export const animationLimits = { ms: 15_000, shortSide: 480 } as const;

const STEP_MS = 80;

export async function exportVideoAsAnimation(
  info: VideoInfo,
  format: AnimationFormat,
  { out, shortSide = Infinity, fromMs = 0, signal, onProgress }: ExportRequest,
): Promise<Size> {
  const size = reducedSize(info, Math.min(shortSide, animationLimits.shortSide));
  const start = Math.min(fromMs, Math.max(0, (info.durationMs ?? 0) - 1000));
  const lengthMs = Math.min(animationLimits.ms, Math.max(STEP_MS, (info.durationMs ?? animationLimits.ms) - start));
  const stepMs = stepFor(info, size, lengthMs);
  const count = Math.max(1, Math.floor(lengthMs / stepMs));
  const delays = Array.from({ length: count }, () => stepMs);
  const writer = new AnimationWriter({ ...size, delays, loop: 0 }, format, copiedTypes(videoTypes(info.tags)));
  const opaque = new Uint8Array(size.width * size.height).fill(255);
  let done = 0;
  const add = (image: Image) => {
    writer.add({ image, alpha: opaque });
    done++;
    onProgress?.('writing', (50 * done) / count);
  };
  let last: Image | undefined;
  const trim = { fromMs: start, toMs: start + lengthMs };
  for await (const { image, ticks, clock } of readRgbFrames(info, { trim, size, signal })) {
    const ms = 1000 * ticks * toNumber(clock);
    for (; last && done < count && done * stepMs < ms;) add(last);
    last = image; // stays valid while the next frame is read
  }
  while (last && done < count) add(last);
  throwIfAborted(signal);
  const bytes = await writer.encode();
  throwIfAborted(signal);
  await writeWhole(out, bytes);
  return size;
}

/** Hundredths of a second, as in GIF. The mean rate of slides says nothing about when they change. */
function stepFor({ frameRate, isVariableRate }: VideoInfo, { width, height }: Size, lengthMs: number): number {
  const frameMs = isVariableRate ? 0 : 1000 / toNumber(frameRate);
  const forMemory = (lengthMs * width * height) / 1e6 / MAX_MEGAPIXELS;
  return 10 * Math.ceil(Math.max(STEP_MS, frameMs, forMemory) / 10 - 1e-6);
}
