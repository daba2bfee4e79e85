import { throwIfAborted } from '#engine/errors';
import { resized } from '#engine/media/resize';
import { overWhite } from '#engine/media/picture';
import { encodePicture } from '#engine/media/write-picture';
import { animationFrames, type Animation } from '#engine/video/clip/animation';
import { clipOf, type ClipMedia } from '#engine/video/clip/clip';
import type { WorkOptions } from '#engine/photo/context';
import type { Image } from '#engine/types';
import { readRgbFrames } from '#engine/ffmpeg/frame-reader';
import type { VideoInfo } from '#engine/ffmpeg/probe';
import { toNumber } from '#engine/ffmpeg/rational';
import type { Size } from '#engine/media/size';

export interface FilmstripRequest extends WorkOptions {
  /** Default 12. */
  frames?: number;
  /** Pixels; default 120. */
  height?: number;
  /** Measured; overrides the header. */
  durationMs?: number;
}

export interface Filmstrip {
  jpeg: Buffer;
  frames: number;
  width: number;
  height: number;
}

/** Each seek starts a decoder, which decodes the two seconds before its frame, too. */
const SEEK_FROM_MS = 1000;

/** From the middle of each part. */
export async function makeFilmstrip(media: ClipMedia, request: FilmstripRequest): Promise<Filmstrip> {
  const { frames = 12, height = 120, signal, onProgress } = request;
  const { width: wide, height: high, durationMs: stated } = clipOf(media, {});
  const size = { width: Math.max(1, Math.round((wide * height) / high)), height };
  const durationMs = request.durationMs ?? stated;
  const moments = Array.from({ length: frames }, (_, i) => ((i + 0.5) * durationMs) / frames);
  const pictures: Image[] = [];
  for await (const picture of framesAt(media, moments, size, signal)) {
    pictures.push(picture);
    onProgress?.('reading', (100 * pictures.length) / frames);
  }
  return { jpeg: await sideBySide(pictures, size), frames, ...size };
}

function framesAt(media: ClipMedia, moments: number[], size: Size, signal?: AbortSignal): AsyncGenerator<Image> {
  if (media.kind !== 'video') return scanFrames(media.animation, moments, size);
  const intervalMs = moments[1] - moments[0];
  const isCheaperAtOnce = intervalMs < SEEK_FROM_MS && !media.info.hdr && !media.info.gamut;
  return isCheaperAtOnce
    ? passFrames(media.info, moments, size, signal)
    : seekFrames(media.info, moments, size, signal);
}

/**
 * A frame is shown until the next one, the last of a truncated file to the end. ffmpeg converts the colours of all frames,
 * which takes long for HDR and wide gamuts.
 */
async function* passFrames(
  info: VideoInfo,
  moments: number[],
  size: Size,
  signal?: AbortSignal,
): AsyncGenerator<Image> {
  let shown: Image | undefined;
  let taken = 0;
  try {
    for await (const { image, ticks, clock } of readRgbFrames(info, { size, signal })) {
      const next = { ...image, data: image.data.slice() };
      const atMs = 1000 * ticks * toNumber(clock);
      for (; moments[taken] < atMs; taken++) yield shown ?? next;
      if (taken === moments.length) return;
      shown = next;
    }
  } catch {
    throwIfAborted(signal);
  }
  for (; taken < moments.length; taken++) yield shown ?? noPicture(size);
}

/** In a truncated file the previous frame is repeated. */
async function* seekFrames(
  info: VideoInfo,
  moments: number[],
  size: Size,
  signal?: AbortSignal,
): AsyncGenerator<Image> {
  let last = noPicture(size);
  for (const fromMs of moments) {
    last = await frameFrom(info, Math.round(fromMs), size, signal).catch((): Image => last);
    throwIfAborted(signal);
    yield last;
  }
}

const noPicture = (size: Size): Image => ({ ...size, data: new Uint8Array(3 * size.width * size.height) });

async function frameFrom(info: VideoInfo, fromMs: number, size: Size, signal?: AbortSignal): Promise<Image> {
  for await (const { image } of readRgbFrames(info, { trim: { fromMs }, size, count: 1, signal })) {
    return { ...image, data: image.data.slice() };
  }
  throw new Error(`no frame at ${fromMs} ms`);
}

/** Animations have no index: reads once. */
async function* scanFrames(animation: Animation, moments: number[], size: Size): AsyncGenerator<Image> {
  let [page, end, taken] = [0, 0, 0];
  for await (const frame of animationFrames(animation)) {
    end += animation.delays[page++];
    for (; taken < moments.length && moments[taken] < end; taken++)
      yield (await resized({ image: overWhite(frame) }, size)).image;
  }
}

function sideBySide(pictures: readonly Image[], { width, height }: Size): Promise<Buffer> {
  const data = new Uint8Array(3 * width * height * pictures.length);
  const rowBytes = 3 * width;
  pictures.forEach((picture, column) => {
    for (let y = 0; y < height; y++) {
      const row = picture.data.subarray(y * rowBytes, (y + 1) * rowBytes);
      data.set(row, (y * pictures.length + column) * rowBytes);
    }
  });
  const image = { width: width * pictures.length, height, data };
  return encodePicture({ image, format: 'jpeg' }, { format: 'jpeg' });
}
