import sharp from 'sharp';

import { startThread } from '#engine/threads/start-thread';
import { EngineError } from '#engine/errors';
import type { Limits } from '#engine/types';

import { heicColourProfile, heicSize } from './foreign-headers';
import { checkDimensions } from './limits';
import { withColourProfile } from './png-profile';

export interface HeicRequest {
  bytes: Buffer;
  maxPixels: number;
}

export type HeicReply =
  | { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number; hasAlpha: boolean }
  | { error: string };

/** Larger pictures are scaled down instead of refused. */
export const MAX_STATED_SIDE = 8192;
export const MAX_STATED_MEGAPIXELS = 64;
/** Bounds hostile files; 64 megapixels take 8 s. */
const TIMEOUT_MS = 60_000;
/** Coded sizes are rounded up to whole blocks. */
const BLOCK_MARGIN = 1.05;

/**
 * Scales down to `limits.maxSide`.
 * @returns an upright PNG with colour profile
 * @throws EngineError `unsupported_type` if it cannot be decoded, `too_small`, `too_large`, `bad_ratio`
 */
export async function heicToPng(bytes: Buffer, limits: Limits): Promise<Buffer> {
  const stated = heicSize(bytes);
  if (!stated) throw unreadable(new Error('it states no size'));
  const loosened = { ...limits, maxSide: MAX_STATED_SIDE, maxMegapixels: MAX_STATED_MEGAPIXELS };
  checkDimensions(stated.width, stated.height, loosened);
  try {
    const { data, width, height, hasAlpha } = await decodeInThread({
      bytes,
      maxPixels: BLOCK_MARGIN * stated.width * stated.height,
    });
    const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const upright = sharp(pixels, { raw: { width, height, channels: 4 } }).resize({
      width: limits.maxSide,
      height: limits.maxSide,
      fit: 'inside',
      withoutEnlargement: true,
    });
    const png = await (hasAlpha ? upright : upright.removeAlpha()).png({ compressionLevel: 1 }).toBuffer();
    return withColourProfile(png, heicColourProfile(bytes));
  } catch (cause) {
    throw unreadable(cause);
  }
}

async function decodeInThread(request: HeicRequest): Promise<Exclude<HeicReply, { error: string }>> {
  const thread = startThread('media/heic-thread');
  try {
    const reply = await new Promise<HeicReply>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('it takes too long to decode')), TIMEOUT_MS);
      thread.once('exit', () => clearTimeout(timer));
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.postMessage(request);
    });
    if ('error' in reply) throw new Error(reply.error);
    return reply;
  } finally {
    await thread.terminate();
  }
}

function unreadable(cause: unknown): EngineError {
  return new EngineError(
    'unsupported_type',
    'This HEIC picture cannot be read here: it is damaged or of an unsupported kind. Save it as JPEG and try again.',
    { cause },
  );
}
