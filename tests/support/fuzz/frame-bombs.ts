import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runFfmpeg } from '#tests/support/ffmpeg';
import { blackPng } from './bombs';
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

export interface FrameBomb {
  readonly name: string;
  /** Encoding its frames takes seconds. */
  make(): Promise<WholeFile>;
}

/** Frames 2500 times the stated size. */
export function frameBombs(folder: string): FrameBomb[] {
  const encoded = new Map<keyof typeof codecs, Promise<Record<'small' | 'large', Buffer>>>();
  const pictures = (codec: keyof typeof codecs) => {
    const made = encoded.get(codec) ?? bothSizes(codec);
    encoded.set(codec, made);
    return made;
  };
  return shapes.map(([container, codec, order]) => {
    const name = `${container} of huge ${codec} frames, ${order}`;
    const make = async () => {
      const { small, large } = await pictures(codec);
      const pair = order === 'small first' ? [small, large] : [large, small];
      const stream = path.join(folder, 'stream');
      await writeFile(stream, Buffer.concat(Array.from({ length: PAIRS }, () => pair).flat()));
      const file = path.join(folder, `bomb.${container}`);
      await runFfmpeg(['-f', codecs[codec], '-framerate', '5', '-i', stream, '-c', 'copy', '-y', file]);
      return { name, bytes: await readFile(file) };
    };
    return { name, make };
  });
}

const bothSizes = async (codec: keyof typeof codecs) => ({
  small: await flat[codec](STATED),
  large: await flat[codec](REAL),
});

const flat = {
  png: async ({ width, height }: typeof STATED) => blackPng(width, height),
  /** By ffmpeg, whose JPEG encoder takes half of sharp's time. */
  jpeg: ({ width, height }: typeof STATED) => {
    const colour = ['-f', 'lavfi', '-i', `color=0x445566:s=${width}x${height}`];
    const encoder = ['-frames:v', '1', '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'];
    return runFfmpeg([...colour, ...encoder, '-f', 'image2pipe', 'pipe:1']);
  },
};
