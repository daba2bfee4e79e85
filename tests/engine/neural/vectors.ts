import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Affine } from '#engine/nets/affine';
import type { Image } from '#engine/types';

const fileOf = (name: string) => fileURLToPath(new URL(`./vectors/${name}`, import.meta.url));

export const readVector = async <T>(name: string): Promise<T> =>
  JSON.parse(await readFile(fileOf(`${name}.json`), 'utf8')) as T;

/** RGB, or one channel. */
export async function readPixels(name: string, channels: 1 | 3 = 3): Promise<Image> {
  const { data, info } = await sharp(fileOf(`${name.replace(/\.png$/, '')}.webp`))
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const kept = info.channels === channels ? data : data.filter((_, i) => i % info.channels < channels);
  return { width: info.width, height: info.height, data: new Uint8Array(kept) };
}

let scene: Promise<Image> | undefined;
/** A copy. */
export async function readScene(): Promise<Image> {
  const image = await (scene ??= readPixels('scene'));
  return { ...image, data: image.data.slice() };
}

interface MatrixRow {
  landmarks: string;
  template: string;
  size: number;
  matrix: number[][];
}

export interface Matrices {
  landmarks: Record<string, number[][]>;
  rows: MatrixRow[];
}

let points: Promise<Record<string, number[][]>> | undefined;
export async function readPoints(set: string): Promise<number[]> {
  points ??= readVector<Matrices>('matrices').then(({ landmarks }) => landmarks);
  return (await points)[set].flat();
}

export const toAffine = (matrix: number[][]): Affine => matrix.flat() as unknown as Affine;

/** Left, top, right, bottom. */
export function cut({ width, data }: Image, [left, top, right, bottom]: number[]): Uint8Array {
  const out = new Uint8Array(3 * (right - left) * (bottom - top));
  for (let y = top; y < bottom; y++)
    out.set(data.subarray(3 * (y * width + left), 3 * (y * width + right)), 3 * (y - top) * (right - left));
  return out;
}

export interface Difference {
  largest: number;
  /** Of values that differ by more than 1. */
  shareAboveOne: number;
}

export function difference(a: ArrayLike<number>, b: ArrayLike<number>): Difference {
  if (a.length !== b.length) throw new Error(`${a.length} values, ${b.length} expected`);
  let [largest, above] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    const distance = Math.abs(a[i] - b[i]);
    if (distance > largest) largest = distance;
    if (distance > 1.001) above++;
  }
  return { largest, shareAboveOne: above / a.length };
}
