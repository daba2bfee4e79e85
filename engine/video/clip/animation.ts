import sharp, { type Metadata } from 'sharp';
import { EngineError } from '#engine/errors';
import { pictureTypes } from '#engine/label/stated-types';
import { splitAlpha } from '#engine/media/picture';
import { withColourProfile } from '#engine/media/png-profile';
import type { Size } from '#engine/media/size';
import type { Image } from '#engine/types';
import { animatedPngFrames } from './animated-png';

export interface Animation {
  readonly bytes: Buffer;
  readonly format: 'gif' | 'webp' | 'png';
  readonly width: number;
  readonly height: number;
  /** Milliseconds. */
  readonly delays: readonly number[];
  readonly durationMs: number;
  /** 0 is endless. */
  readonly loop: number;
  /** IPTC digital source types: its own first, then its ingredients'. */
  readonly sourceTypes: readonly string[];
  /** Colour profile. */
  readonly icc?: Buffer;
}

export interface AnimationFrame {
  readonly image: Image;
  readonly alpha: Uint8Array;
}

/** In all frames: the encoder holds them in memory. */
export const MAX_MEGAPIXELS = 60;
/** Milliseconds. Browsers replace delays up to this one (Gecko, `FrameTimeout.h`). */
const REPLACED_DELAY = 10;
const ASSUMED_DELAY = 100;

/** @throws EngineError `too_large` */
export function readAnimation(bytes: Buffer, { format, width, pages = 1, pageHeight, ...header }: Metadata): Animation {
  const height = pageHeight ?? header.height;
  const megapixels = (width * height * pages) / 1e6;
  if (megapixels > MAX_MEGAPIXELS) {
    throw new EngineError(
      'too_large',
      `This animation has ${pages} frames of ${width} × ${height} pixels, ${Math.round(megapixels)} megapixels; at most ${MAX_MEGAPIXELS} are allowed. Make it smaller or shorter, or save it as a video.`,
      { details: { width, height, frames: pages } },
    );
  }
  const delays = Array.from({ length: pages }, (_, i) => frameDelay(header.delay?.[i]));
  return {
    bytes,
    format: format === 'webp' || format === 'png' ? format : 'gif',
    width,
    height,
    delays,
    durationMs: delays.reduce((sum, delay) => sum + delay, 0),
    loop: header.loop ?? 0,
    sourceTypes: pictureTypes(bytes, { format, xmpAsString: header.xmpAsString }),
    ...(header.icc && { icc: header.icc }),
  };
}

const frameDelay = (delay = 0) => (delay <= REPLACED_DELAY ? ASSUMED_DELAY : delay);

/** Decoded at once: each read of a GIF starts at its beginning. */
const CHUNK_MEGAPIXELS = 16;

/** @param to exclusive */
export async function* animationFrames(
  animation: Animation,
  from = 0,
  to = animation.delays.length,
): AsyncGenerator<AnimationFrame> {
  if (animation.format === 'png') return yield* pngFrames(animation, from, to);
  const { bytes, width, height } = animation;
  const chunk = Math.max(1, Math.floor((CHUNK_MEGAPIXELS * 1e6) / (width * height)));
  for (let page = from; page < to; page += chunk) {
    const pages = Math.min(chunk, to - page);
    const data = await decode(bytes, page, pages);
    const frameBytes = width * height * 4;
    for (let i = 0; i < pages; i++)
      yield splitAlpha(data.subarray(i * frameBytes, (i + 1) * frameBytes), width, height);
  }
}

async function* pngFrames(
  { bytes, width, height, icc }: Animation,
  from: number,
  to: number,
): AsyncGenerator<AnimationFrame> {
  let page = 0;
  try {
    for await (const rgba of animatedPngFrames(bytes, 4 * width * height)) {
      if (page++ >= from) yield splitAlpha(icc ? await toSrgb(rgba, { width, height }, icc) : rgba, width, height);
      if (page === to) return;
    }
  } catch (cause) {
    throw damaged(cause);
  }
  throw damaged(new Error(`It has ${page} frames instead of ${to}.`));
}

/** ffmpeg ignores profiles. */
async function toSrgb(rgba: Uint8Array, size: Size, icc: Buffer): Promise<Buffer> {
  const png = await sharp(rgba, { raw: { ...size, channels: 4 }, limitInputPixels: false })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return decode(withColourProfile(png, icc));
}

async function decode(bytes: Buffer, page = 0, pages = 1): Promise<Buffer> {
  try {
    return await sharp(bytes, { page, pages, limitInputPixels: false })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer();
  } catch (cause) {
    throw damaged(cause);
  }
}

function damaged(cause: unknown): EngineError {
  return new EngineError(
    'damaged_media',
    'This animation is damaged or incomplete. Open it in a browser, save it again and retry.',
    { cause },
  );
}
