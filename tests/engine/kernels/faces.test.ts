import { expect, test } from 'vitest';
import type { Affine } from '#engine/nets/affine';
import { cropFace } from '#engine/neural/crop';
import { pasteFace, pastedBox } from '#engine/neural/paste';
import { fromTensor, toTensor } from '#engine/neural/tensor';
import { invert } from '#engine/neural/templates';
import type { Image } from '#engine/types';

/** Bytes that look random. */
const scattered = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 2_654_435_761) >>> 13);

const picture = (width: number, height: number): Image => ({
  width,
  height,
  data: scattered(3 * width * height),
});

const clamp = (value: number, last: number) => Math.min(Math.max(value, 0), last);

/** At a place within the picture, in plain arithmetic. */
function bilinear(values: ArrayLike<number>, side: readonly [number, number], channels: number, k: number) {
  const [width, height] = side;
  return (u: number, v: number) => {
    const [x, y] = [Math.floor(u), Math.floor(v)];
    const at = (column: number, row: number) =>
      values[channels * (Math.min(row, height - 1) * width + Math.min(column, width - 1)) + k];
    const mix = (a: number, b: number, share: number) => a + (b - a) * share;
    return mix(mix(at(x, y), at(x + 1, y), u - x), mix(at(x, y + 1), at(x + 1, y + 1), u - x), v - y);
  };
}

const turned = (angle: number, scale: number, across: number, down: number): Affine => {
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  return [cos, -sin, across, sin, cos, down];
};

const places: [title: string, side: number, toCrop: Affine][] = [
  ['upright', 16, turned(0, 0.5, -4, -3)],
  ['turned, of an odd side', 27, turned(0.6, 0.9, 3, -9)],
  ['upside down, beyond the edges', 33, turned(3.1, 1.7, 40, 20)],
  ['larger than the picture', 18, turned(-1.2, 0.1, 5, 8)],
  ['outside', 20, turned(0, 1, 500, 0)],
];

/** In 1/1024, then in 1/32 pixel, as OpenCV's warp of doubles. */
const coarse = (perColumn: number, x: number, start: number): number =>
  Math.floor((Math.round(1024 * start) + Math.round(1024 * perColumn * x) + 16) / 32) / 32;

const pastes = places.flatMap((place) => [false, true].map((isDenormalised) => [...place, isDenormalised] as const));

test.each(pastes)('crops and pastes a face %s as plain arithmetic', (_title, side, toCrop, isDenormalised) => {
  const image = picture(61, 43);
  const [a, b, c, d, e, f] = invert(toCrop);
  const crop = cropFace(image, toCrop, side);
  let most = 0;
  for (let y = 0, i = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      for (let k = 0; k < 3; k++, i++) {
        const [u, v] = [clamp(a * x + b * y + c, 60), clamp(d * x + e * y + f, 42)];
        most = Math.max(most, Math.abs(crop[i] - bilinear(image.data, [61, 43], 3, k)(u, v)));
      }
  expect(most).toBeLessThan(0.6);

  const face = Float32Array.from(crop, (byte) => 255 - byte);
  const mask = Float32Array.from({ length: side * side }, (_, i) => (i % 5) / 4);
  const pasted: Image = { ...image, data: image.data.slice() };
  pasteFace(pasted, toCrop, side, face, mask, { strength: 0.8, isDenormalised });
  const box = pastedBox(toCrop, side, image);
  const [p, q, r, s, t, w] = toCrop;
  for (let y = 0, i = 0; y < 43; y++)
    for (let x = 0; x < 61; x++) {
      const [u, v] = [p * x + q * y + r, s * x + t * y + w];
      const [column, row] = [clamp(u, side - 1), clamp(v, side - 1)];
      const isInside = x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
      const within = Math.max(0, 1 - Math.abs(u - column)) * Math.max(0, 1 - Math.abs(v - row));
      const share = isInside && within > 0 ? 0.8 * within * bilinear(mask, [side, side], 1, 0)(column, row) : 0;
      const [left, top] = [p * box.x + q * box.y + r, s * box.x + t * box.y + w];
      const read = isDenormalised
        ? [coarse(p, x - box.x, q * (y - box.y) + left), coarse(s, x - box.x, t * (y - box.y) + top)]
        : [column, row];
      const [atX, atY] = read.map((place) => clamp(place, side - 1));
      for (let k = 0; k < 3; k++, i++) {
        const value = share > 0 ? bilinear(face, [side, side], 3, k)(atX, atY) : 0;
        const expected = image.data[i] * (1 - share) + value * share;
        expect(Math.abs(pasted.data[i] + 0.5 - expected)).toBeLessThan(share > 0 ? 0.7 : 0.51);
      }
    }
});

test.each([16, 27])('turns a crop of %d pixels into a tensor and back', (side) => {
  const crop = scattered(3 * side * side);
  const input = { name: '', layout: 'nchw', channels: 'rgb', mean: [0.1, 0.2, 0.3], std: [0.5, 0.6, 0.7] } as const;
  const tensor = toTensor(crop, side, side, input);
  for (let i = 0; i < side * side; i++)
    for (let k = 0; k < 3; k++)
      expect(tensor[k * side * side + i]).toBeCloseTo((crop[3 * i + k] / 255 - input.mean[k]) / input.std[k], 5);
  expect(Array.from(fromTensor(tensor, side, side, input, input), Math.round)).toEqual([...crop]);
  const bright = fromTensor(tensor.fill(9), side, side, input);
  expect([Math.min(...bright), Math.max(...fromTensor(tensor.fill(-9), side, side, input))]).toEqual([255, 0]);
});
