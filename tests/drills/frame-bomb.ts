import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

import { runFfmpeg } from '#tests/support/ffmpeg';

const side = 16_000;

/**
 * An AVI whose header and first frame say 320 × 240, while every second frame is 16,000 × 16,000. Each of these is a
 * progressive JPEG of one colour, 1.5 MB, which takes a decoder about a second and a gigabyte.
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
