import { EngineError } from '#engine/errors';
import { isYuv420, wholeFrame } from '#engine/ffmpeg/yuv-frame';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import { toRgb } from '#engine/ffmpeg/yuv-colour';
import { viewOf } from '#engine/nets/view';
import { SceneCutDetector } from '#engine/tracking/scene-cut';
import type { Image, MediaFacts } from '#engine/types';
import { clipOf, type Clip, type ClipFrame } from '#engine/video/clip/clip';

export interface Moment {
  readonly atMs: number;
  readonly image: Image;
}

/** Enough to see faces; smaller frames decode faster. */
const LONGEST_SIDE = 640;
const FEW = 8;
const MANY = 24;
const SHORTEST_MS = 1000;
/** Bounds the work on flicker. */
const MOST_CUTS = 120;
/** Reading all is then faster than starting a decoder for each moment. */
const SHORT_MEGAPIXELS = 200;

/** Whether `moderate` takes no longer with `cuts`. False if unknown. */
export function isShortToModerate({ width, height, durationMs, fps }: MediaSize): boolean {
  return !!durationMs && !!fps && (width * height * fps * durationMs) / 1000 / 1e6 <= SHORT_MEGAPIXELS;
}

type MediaSize = Pick<MediaFacts, 'width' | 'height' | 'durationMs' | 'fps'>;

/** What is shown at equal intervals, without reading the frames between them; at least the first. */
export async function* fewMoments(clip: Clip, signal?: AbortSignal): AsyncGenerator<Moment> {
  const size = smallSize(clip);
  const { fromMs = 0, toMs } = clip.trim;
  for (let i = 0; i < FEW; i++) {
    const atMs = Math.round((i * clip.durationMs) / FEW);
    const rest = clipOf(clip.media, { fromMs: fromMs + atMs, toMs });
    try {
      for await (const frame of rest.frames({ signal, size, count: 1 })) yield momentOf(frame, atMs);
    } catch (error) {
      // Of a damaged end nothing is shown.
      if (i === 0 || !(error instanceof EngineError && error.code === 'bad_interval')) throw error;
    }
    if (clip.durationMs < SHORTEST_MS) return;
  }
}

/** Joined recordings begin anew behind the end that they state, and may state none. */
export const canSeek = ({ durationMs: statedMs = 0, isMeasured = false }: VideoInfo, measuredMs: number): boolean =>
  !isMeasured && measuredMs <= statedMs + SHORTEST_MS;

/** Reads every frame: the first after each cut, and one in each interval. */
export async function* momentsAndCuts(clip: Clip, signal?: AbortSignal): AsyncGenerator<Moment> {
  const everyMs = Math.max(SHORTEST_MS, clip.durationMs / MANY);
  const detector = new SceneCutDetector();
  let [cuts, dueMs] = [0, 0];
  for await (const frame of clip.frames({ signal, size: smallSize(clip) })) {
    const atMs = (1000 * frame.ticks * frame.clock.num) / frame.clock.den;
    const isCut = detector.next(viewOf(frame.pixels)) && cuts < MOST_CUTS;
    if (isCut) cuts++;
    if (!isCut && atMs < dueMs) continue;
    dueMs = atMs + everyMs;
    yield momentOf(frame, atMs);
  }
}

function momentOf({ pixels }: ClipFrame, atMs: number): Moment {
  return { atMs, image: isYuv420(pixels) ? toRgb(pixels, wholeFrame(pixels)) : pixels };
}

function smallSize({ media, width, height }: Clip) {
  const shrink = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  // Animations cannot be decoded at a smaller size.
  if (media.kind === 'gif' || shrink === 1) return { width, height };
  const even = (side: number) => Math.max(2, 2 * Math.round((side * shrink) / 2));
  return { width: even(width), height: even(height) };
}
