import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { runFfmpeg } from '#tests/support/ffmpeg';
import type { WholeFile } from './whole-files';

const STATED = { width: 320, height: 240 };
const REAL = { width: 16_000, height: 16_000 };
const PAIRS = 8;

const codecs = { jpeg: 'mjpeg', png: 'png_pipe' } as const;

const shapes = [
  ['avi', 'jpeg', 'small first'],
  ['mkv', 'jpeg', 'small first'],
  ['mov', 'jpeg', 'small first'],
  ['mov', 'png', 'small first'],
  ['mkv', 'png', 'small first'],
  ['mkv', 'png', 'large first'],
] as const;

/** Frames 2500 times the stated size. */
export async function frameBombs(folder: string): Promise<WholeFile[]> {
  const pictures = {
    jpeg: { small: await flat(STATED, 'jpeg'), large: await flat(REAL, 'jpeg') },
    png: { small: await flat(STATED, 'png'), large: await flat(REAL, 'png') },
  };
  const bombs: WholeFile[] = [];
  for (const [container, codec, order] of shapes) {
    const { small, large } = pictures[codec];
    const pair = order === 'small first' ? [small, large] : [large, small];
    const stream = path.join(folder, 'stream');
    await writeFile(stream, Buffer.concat(Array.from({ length: PAIRS }, () => pair).flat()));
    const file = path.join(folder, `bomb.${container}`);
    await runFfmpeg(['-f', codecs[codec], '-framerate', '5', '-i', stream, '-c', 'copy', '-y', file]);
    bombs.push({ name: `${container} of huge ${codec} frames, ${order}`, bytes: await readFile(file) });
  }
  return bombs;
}

function flat(size: typeof STATED, format: keyof typeof codecs): Promise<Buffer> {
  const create = { ...size, channels: 3, background: '#456' } as const;
  return sharp({ create, limitInputPixels: false }).toFormat(format).toBuffer();
}
