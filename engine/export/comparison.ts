import { throwIfAborted } from '#engine/errors';
import { damagedVideo } from '#engine/ffmpeg/ffprobe';
import { startOfShown } from '#engine/ffmpeg/held-frames';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import { toRgb } from '#engine/ffmpeg/yuv-colour';
import { isYuv420, wholeFrame, type Frame } from '#engine/ffmpeg/yuv-frame';
import { originalOverlay, watermarkOverlay } from '#engine/label/watermark';
import { COMPOSITE_SYNTHETIC, writeXmp } from '#engine/label/xmp';
import { readOverWhite } from '#engine/media/read-picture';
import { encodePicture } from '#engine/media/write-picture';
import type { MediaOptions, WorkOptions } from '#engine/photo/context';
import type { Image, MediaInput } from '#engine/types';
import { clipOf, type Clip } from '#engine/video/clip/clip';
import type { Media } from '#engine/video/clip/probe-media';
import { resized } from '#engine/media/resize';
import { reducedSize } from '#engine/media/size';

export interface ComparisonRequest extends WorkOptions {
  original: MediaInput;
  result: MediaInput;
  /** Part that the result shows. */
  part?: Pick<MediaOptions, 'fromMs' | 'toMs'>;
  /** In the result; default 0. Ignored for photos. */
  atMs?: number;
  /** Whether the result's pixels have the visible label; it is drawn otherwise. */
  isLabelled: boolean;
}

/** Of each half, pixels. */
const SHORT_SIDE = 1080;

/** A labelled JPEG with the machine-readable label. */
export async function makeComparison(
  [original, result]: readonly [Media, Media],
  request: ComparisonRequest,
): Promise<{ jpeg: Buffer }> {
  const { part = {}, atMs = 0, isLabelled, signal } = request;
  const after = await imageAt(result, request.result, {}, atMs, request);
  const size = reducedSize(after, SHORT_SIDE);
  const before = await imageAt(original, request.original, part, atMs, request);
  const halves = await Promise.all([before, after].map(async (image) => (await resized({ image }, size)).image));
  throwIfAborted(signal);
  const gap = Math.max(2, Math.round(size.width / 160));
  const image = beside(halves[0], halves[1], gap);
  const label = watermarkOverlay(size.width, size.height);
  const overlays = [
    originalOverlay(size.width, size.height),
    ...(isLabelled ? [] : [{ ...label, left: label.left! + size.width + gap }]),
  ];
  return {
    jpeg: await encodePicture(
      { image, format: 'jpeg' },
      { format: 'jpeg', xmp: writeXmp(COMPOSITE_SYNTHETIC), overlays },
    ),
  };
}

async function imageAt(
  media: Media,
  input: MediaInput,
  part: Pick<MediaOptions, 'fromMs' | 'toMs'>,
  atMs: number,
  { limits, signal }: WorkOptions,
): Promise<Image> {
  if (media.kind === 'photo') return (await readOverWhite(input, limits)).image;
  return frameShownAt(clipOf(media, part), atMs, signal);
}

/** After the end, the last frame. */
async function frameShownAt(clip: Clip, atMs: number, signal?: AbortSignal): Promise<Image> {
  const wantedMs = Math.max(0, Math.min(atMs, (clip.durationMs || Infinity) - 1));
  const { media } = clip;
  const shown =
    media.kind === 'gif'
      ? await pageShownAt(clip, media.animation.delays, wantedMs, signal)
      : ((await firstFrame(clip, await startOf(media.info, clip, wantedMs, signal), signal)) ??
        (await lastFrame(clip, wantedMs, signal)));
  throwIfAborted(signal);
  if (!shown) throw damagedVideo();
  return isYuv420(shown) ? toRgb(shown, wholeFrame(shown)) : shown;
}

/** Times in a result differ by less. */
const ROUNDING_MS = 0.5;

/** Of the frame that is shown at a time, or half a frame before the time: seeking skips frames that start earlier. */
async function startOf(info: VideoInfo, { trim, fps }: Clip, atMs: number, signal?: AbortSignal): Promise<number> {
  const { fromMs = 0 } = trim;
  const startMs = await startOfShown(info, fromMs + atMs + ROUNDING_MS, signal);
  return Math.max(0, startMs === undefined ? atMs - 500 / fps : startMs - fromMs - ROUNDING_MS);
}

async function pageShownAt(
  clip: Clip,
  delays: readonly number[],
  wantedMs: number,
  signal?: AbortSignal,
): Promise<Frame | undefined> {
  let [page, endMs] = [0, 0];
  for await (const { pixels } of clip.frames({ signal })) {
    endMs += delays[page++];
    if (endMs > wantedMs || page === delays.length) return pixels;
  }
  return undefined;
}

async function firstFrame(clip: Clip, afterMs: number, signal?: AbortSignal): Promise<Frame | undefined> {
  for await (const { pixels } of clip.frames({ signal, afterMs })) return pixels;
  return undefined;
}

const LAST_MS = 1000;

/** Stated durations include audio: searched backwards from them, in growing steps. */
async function lastFrame(clip: Clip, endMs: number, signal?: AbortSignal): Promise<Frame | undefined> {
  let last: Frame | undefined;
  for (let lengthMs = LAST_MS; !last; lengthMs *= 2) {
    const afterMs = Math.max(0, endMs - lengthMs);
    for await (const { pixels } of clip.frames({ signal, afterMs })) last = pixels;
    if (afterMs === 0) break;
  }
  return last;
}

function beside(left: Image, right: Image, gap: number): Image {
  const { height } = left;
  const width = left.width + gap + right.width;
  const data = new Uint8Array(3 * width * height).fill(255);
  for (let y = 0; y < height; y++) {
    const row = 3 * y * width;
    data.set(left.data.subarray(3 * y * left.width, 3 * (y + 1) * left.width), row);
    data.set(right.data.subarray(3 * y * right.width, 3 * (y + 1) * right.width), row + 3 * (left.width + gap));
  }
  return { width, height, data };
}
