import { expect, test } from 'vitest';
import { cropFace } from '#engine/neural/crop';
import { boxMask, plainBox } from '#engine/neural/masks/box';
import { pasteFace, pastedBox } from '#engine/neural/paste';
import { alignment, templateNames, type TemplateName } from '#engine/neural/templates';
import { fromTensor, toTensor } from '#engine/neural/tensor';
import { swapperSpec } from '#engine/neural/built-in';
import { cut, difference, readPixels, readPoints, readScene, readVector, toAffine, type Matrices } from './vectors';

test('1. aligns as the reference, to a thousandth of a pixel', async () => {
  const { landmarks, rows } = await readVector<Matrices>('matrices');
  expect(new Set(rows.map(({ template }) => template))).toEqual(new Set(templateNames));
  let largest = 0;
  for (const { landmarks: set, template, size, matrix } of rows) {
    // The reference drops one point there; the engine never does.
    if (set === 'profile' && size === 1024) continue;
    const points = landmarks[set].flat();
    const [a, b, c, d, e, f] = alignment(points, template as TemplateName, size);
    const expected = toAffine(matrix);
    for (let i = 0; i < points.length; i += 2) {
      const [x, y] = [points[i], points[i + 1]];
      const across = a * x + b * y + c - (expected[0] * x + expected[1] * y + expected[2]);
      const down = d * x + e * y + f - (expected[3] * x + expected[4] * y + expected[5]);
      largest = Math.max(largest, Math.hypot(across, down));
    }
  }
  expect(largest).toBeLessThan(1e-3);
});

interface CropRow {
  file: string;
  landmarks: string;
  template: TemplateName;
  size: number;
}

test('2. crops as the reference, to one level', async () => {
  const scene = await readScene();
  for (const { file, landmarks, template, size } of await readVector<CropRow[]>('crops')) {
    const crop = cropFace(scene, alignment(await readPoints(landmarks), template, size), size);
    expect(difference(crop, (await readPixels(file)).data).largest, file).toBeLessThanOrEqual(1);
  }
});

interface PasteRow extends CropRow {
  box: number[];
  shown: number[];
}

test('6. pastes as the reference, to one level, and touches nothing else', async () => {
  const original = await readScene();
  const { rows } = await readVector<{ rows: PasteRow[] }>('paste');
  for (const { file, landmarks, template, size, box, shown } of rows) {
    const scene = await readScene();
    const toCrop = alignment(await readPoints(landmarks), template, size);
    const { x, y, width, height } = pastedBox(toCrop, size, scene);
    expect([x, y, x + width, y + height]).toEqual(box);
    const face = Float32Array.from(cropFace(scene, toCrop, size), (byte) => 255 - byte);
    pasteFace(scene, toCrop, size, face, boxMask(size, plainBox));
    expect(difference(cut(scene, shown), (await readPixels(file)).data).largest, file).toBeLessThanOrEqual(1);
    for (let row = 0; row < scene.height; row++)
      for (let column = 0; column < scene.width; column++) {
        if (column >= x && column < x + width && row >= y && row < y + height) continue;
        const at = 3 * (row * scene.width + column);
        if (scene.data[at] !== original.data[at]) throw new Error(`${file}: changed outside at ${column}, ${row}`);
      }
  }
});

test('5. splits a crop into tiles as the reference, and joins them again', async () => {
  const vectors = await readVector<Record<string, { tilesFirstChannel: number[][][] }>>('pixel-boost');
  const cases = [
    [8, 4, vectors.size8model4],
    [6, 2, vectors.size6model2],
  ] as const;
  for (const [side, netSide, { tilesFirstChannel }] of cases) {
    const crop = Uint8Array.from({ length: 3 * side * side }, (_, i) => i);
    const spec = swapperSpec('any', 'inswapper', netSide);
    const tensor = toTensor(crop, side, netSide, spec.target);
    const area = netSide * netSide;
    tilesFirstChannel.forEach((tile, n) => {
      const first = tensor.slice(3 * area * n, 3 * area * n + area);
      expect(Array.from(first, (value) => Math.round(value * 255))).toEqual(tile.flat());
    });
    expect(Array.from(fromTensor(tensor, side, netSide, spec.output), Math.round)).toEqual([...crop]);
  }
});

test('reads and writes interleaved and BGR tensors', () => {
  const crop = Uint8Array.from({ length: 3 * 16 }, (_, i) => 5 * i);
  const range = { mean: [0.1, 0.2, 0.3], std: [0.5, 0.6, 0.7] } as const;
  const input = { name: 'input', layout: 'nhwc', channels: 'bgr', ...range } as const;
  const tensor = toTensor(crop, 4, 4, input);
  expect(tensor[0]).toBeCloseTo((crop[2] / 255 - 0.3) / 0.7, 5);
  expect(tensor[2]).toBeCloseTo((crop[0] / 255 - 0.1) / 0.5, 5);
  expect(Array.from(fromTensor(tensor, 4, 4, input, range), Math.round)).toEqual([...crop]);
});
