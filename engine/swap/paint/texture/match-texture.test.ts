import { expect, test } from 'vitest';
import sharp from 'sharp';
import { copyOf, faceView, sampleSource } from '#tests/support/face-views';
import { plainGrid } from '#tests/support/plain-grid';
import { allocate, bytesAt, withScratch } from '#engine/kernels/memory';
import type { FaceView } from '#engine/types';
import { createTextureReader, lumaPlane } from '#engine/swap/judge/texture';
import { matchTexture } from './match-texture';
import { meshSwapper } from '#engine/swap/mesh-swapper';
import { withPixels } from '#engine/swap/geometry/pixels';
import { sharpness } from '#engine/swap/source/photo/sharpness';

async function blurred(face: FaceView, sigma: number): Promise<FaceView> {
  const { width, height, data } = face.image;
  const soft = await sharp(data, { raw: { width, height, channels: 3 } })
    .blur(sigma)
    .raw()
    .toBuffer();
  return { ...face, image: { width, height, data: new Uint8Array(soft) } };
}

function noisy(face: FaceView, size: number): FaceView {
  const copy = copyOf(face);
  for (let i = 0; i < copy.image.data.length; i += 3) {
    const sign = Math.imul(i + 7, 0x9e3779b1) >>> 31 === 1 ? 1 : -1;
    for (let k = i; k < i + 3; k++) copy.image.data[k] = Math.min(255, Math.max(0, copy.image.data[k] + sign * size));
  }
  return copy;
}

async function swappedOn(target: FaceView): Promise<FaceView> {
  const after = copyOf(target);
  await meshSwapper.swapFace(after.image, after.landmarks, await sampleSource('lin'));
  return after;
}

test('on a blurred picture the new face is blurred too', async () => {
  const target = await faceView('tomas');
  const soft = await blurred(target, 3);
  const onSharp = sharpness(await swappedOn(target));
  const onSoft = sharpness(await swappedOn(soft));
  expect(onSoft).toBeLessThan(0.6 * onSharp);
  expect(onSoft).toBeLessThan(1.4 * sharpness(soft));
});

test('sharpness lost by interpolation is restored, except along the seam', () => {
  const side = 64;
  const canvas = { region: { x: 0, y: 0, width: side, height: side }, cell: 4, columns: 16, rows: 16 };
  const { grid, mask } = plainGrid(
    () => [],
    () => [],
    16,
  );
  grid.pigmented.fill(1);
  const stripes = (contrast: number) =>
    Uint8Array.from({ length: 3 * side * side }, (_, i) => 120 + (Math.floor(i / 3) % 16 < 8 ? contrast : -contrast));
  const steepest = (row: Uint8Array) => Math.max(...row.map((value, i) => Math.abs(value - (row[i + 3] ?? value))));
  const image = { width: side, height: side, data: stripes(40) };
  withPixels(image, canvas.region, (pixels) => {
    const soft = bytesAt(pixels.painted, image.data.length);
    soft.forEach((_, i) => (soft[i] = (image.data[i - 3] + 2 * image.data[i] + image.data[i + 3]) / 4 || 120));
    bytesAt(pixels.alpha, side * side).forEach((_, i, all) => (all[i] = i < (side * side) / 2 ? 255 : 160));
    const before = soft.slice();
    const reader = createTextureReader(pixels, canvas, grid, mask);
    matchTexture(pixels, reader, reader.texture(lumaPlane(pixels, pixels.original)));
    const after = bytesAt(pixels.painted, image.data.length);
    const row = (rgb: Uint8Array, y: number) => rgb.subarray(3 * (side * y + 8), 3 * (side * y + 56));
    expect(steepest(row(after, 16))).toBeGreaterThan(1.1 * steepest(row(before, 16)));
    expect(row(after, 48)).toEqual(row(before, 48));
  });
});

test('softening is the same whether or not the memory of the kernels grows during it', () => {
  const side = 256;
  const canvas = { region: { x: 0, y: 0, width: side, height: side }, cell: 8, columns: 32, rows: 32 };
  const { grid, mask } = plainGrid(
    () => [],
    () => [],
    canvas.columns,
  );
  grid.pigmented.fill(1);
  const rows = (lightAt: (column: number) => number) =>
    Uint8Array.from({ length: 3 * side * side }, (_, i) => lightAt(Math.floor(i / 3) % side));
  const soft = rows((column) => 120 + 60 * Math.sin((Math.PI * column) / 16));
  const sharp = rows((column) => (column % 32 < 16 ? 180 : 60));
  const soften = () => {
    let result: { widest: number; painted: Uint8Array } | undefined;
    withPixels({ width: side, height: side, data: soft.slice() }, canvas.region, (pixels) => {
      bytesAt(pixels.painted, sharp.length).set(sharp);
      bytesAt(pixels.alpha, side * side).fill(255);
      const reader = createTextureReader(pixels, canvas, grid, mask);
      const widest = matchTexture(pixels, reader, reader.texture(lumaPlane(pixels, pixels.original)));
      result = { widest, painted: bytesAt(pixels.painted, sharp.length).slice() };
    });
    return result!;
  };
  withScratch(() => allocate(257 * 2 ** 20)); // too large to be retained: the next use starts with the least memory
  const growing = soften();
  expect(growing.widest).toBeGreaterThan(0);
  expect(Buffer.compare(growing.painted, sharp)).not.toBe(0);
  const grown = soften();
  expect(growing.widest).toBe(grown.widest);
  expect(Buffer.compare(growing.painted, grown.painted)).toBe(0);
});

test('on a grainy picture the new face has deterministic grain', async () => {
  const target = await faceView('tomas');
  const grainy = noisy(target, 8);
  const first = await swappedOn(grainy);
  expect(sharpness(first)).toBeGreaterThan(0.7 * sharpness(grainy));
  expect(sharpness(first)).toBeGreaterThan(1.5 * sharpness(await swappedOn(target)));
  expect(Buffer.compare(first.image.data, (await swappedOn(grainy)).image.data)).toBe(0);
});
