import { statfs } from 'node:fs/promises';
import { EngineError } from '#engine/errors';

/** So much of a disk is always left to others. */
export const RESERVE_BYTES = 256e6;

/**
 * Makes sure that a disk has room for what is to be written to it, and a reserve beyond.
 * @throws EngineError `out_of_space`
 */
export async function ensureRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + RESERVE_BYTES) return;
  const megabytes = (value: number) => Math.ceil(value / 1e6);
  throw new EngineError(
    'out_of_space',
    `The disk has ${megabytes(free)} MB left and the result needs about ${megabytes(bytes + RESERVE_BYTES)} MB. Free some space and try again.`,
    { details: { free, needed: bytes + RESERVE_BYTES } },
  );
}

/** Bits that an encoded pixel takes, with some to spare: what moves much takes more, what stands still far less. */
const BITS_A_PIXEL = 0.1;

/** Bytes that encoding so many frames may take. */
export function expectedBytes(frames: number, { width, height }: { width: number; height: number }): number {
  return (frames * width * height * BITS_A_PIXEL) / 8;
}
