import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

import { runFfmpeg } from '#tests/support/ffmpeg';

const side = 16_000;

/**
 * AVI whose header and first frame say 320 × 240; every second frame is a 16,000 × 16,000 progressive JPEG,
 * 1.5 MB, that takes a second and a gigabyte.
 */
export async function frameBomb(frames = 40): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-bomb-'));
  try {
    const jpeg = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#786' }, limitInputPixels: false })
        .jpeg({ progressive: true })
        .toBuffer();
    const [small, large] = [await jpeg(320, 240), await jpeg(side, side)];
    const stream = path.join(folder, 'frames.mjpeg');
    await writeFile(stream, Buffer.concat(Array.from({ length: frames }, () => [small, large]).flat()));
    const file = path.join(folder, 'bomb.avi');
    await runFfmpeg(['-f', 'mjpeg', '-framerate', '5', '-i', stream, '-c', 'copy', '-y', file]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
