import { statfs } from 'node:fs/promises';
import { EngineError } from '#engine/errors';

const RESERVE_BYTES = 256e6;

/** @throws EngineError `out_of_space` */
export async function assertDiskSpace(folder: string, bytes: number): Promise<void> {
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

/** Still scenes take far less. */
const BITS_PER_PIXEL = 0.1;

export function estimateEncodedBytes(frames: number, { width, height }: { width: number; height: number }): number {
  return (frames * width * height * BITS_PER_PIXEL) / 8;
}
