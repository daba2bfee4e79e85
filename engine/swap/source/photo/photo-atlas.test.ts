import { expect, test } from 'vitest';
import { uncovered } from '#engine/swap/geometry/raster';
import { trueLandmarks, turnedLandmarks } from '#tests/support/face-views';
import { painted } from '#tests/support/painted-people';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { unwrapPhoto } from './photo-atlas';

const layout = layOutAtlas(128);
const side = 2 * layout.size;

/** Of a photo of which each texel covers two rows. @param light of each row */
function texelsOf(light: (row: number) => number): number[] {
  const data = Uint8Array.from({ length: 3 * side * side }, (_, at) => light(Math.floor(at / 3 / side)));
  const landmarks = layout.positions.map((value, i) => (i % 3 === 1 ? 2 * value + 0.5 : 2 * value));
  const { rgb } = unwrapPhoto({ image: { width: side, height: side, data }, landmarks }, layout);
  return [...layout.ids.entries()].filter(([, id]) => id !== uncovered).map(([i]) => rgb[3 * i]);
}

test('lines that are pressed into one row become grey instead of steps', () => {
  const texels = texelsOf((row) => (row % 2 === 0 ? 0 : 200));
  expect(Math.min(...texels)).toBeGreaterThan(90);
  expect(Math.max(...texels)).toBeLessThan(110);
});

test('what is wider than a row keeps its light', () => {
  const texels = texelsOf((row) => (row < layout.size ? 50 : 200));
  const sharp = texels.filter((value) => Math.abs(value - 50) < 1 || Math.abs(value - 200) < 1);
  expect(sharp.length / texels.length).toBeGreaterThan(0.97);
});

test.each([
  [-0.25, 0],
  [0.25, 0],
  [0, -0.25],
  [0, 0.25],
])('skin beyond an edge of the picture counts as hidden, moved by %f, %f of its side', (...moved) => {
  const image = { width: side, height: side, data: new Uint8Array(3 * side * side).fill(120) };
  const landmarks = layout.positions.map((value, i) => 2 * value + side * [...moved, 0][i % 3]);
  const { visible, confidence } = unwrapPhoto({ image, landmarks }, layout);
  const isBeyond = (i: number, margin: number) =>
    [i % layout.size, Math.floor(i / layout.size)]
      .map((at, axis) => 2 * at + 1 + side * moved[axis])
      .some((place) => place < margin || place > side - margin);
  const texels = [...layout.ids.entries()].filter(([, id]) => id !== uncovered).map(([i]) => i);
  const beyond = texels.filter((i) => isBeyond(i, 0));
  expect(beyond.length).toBeGreaterThan(500);
  expect(Math.max(...beyond.flatMap((i) => [visible[i], confidence[i]]))).toBe(0);
  const within = texels.filter((i) => !isBeyond(i, 0.1 * side));
  expect(within.filter((i) => confidence[i] > 0.5).length / within.length).toBeGreaterThan(0.9);
});

const ridge = { along: [168, 6, 197, 195, 5, 4], at: 195, width: 16 };
const sideOfNose = { along: [351, 399, 420, 429], at: 420, width: 70 };

const shade = '#3a2018';

/** At the middle of a stroke of shade that lies on the nose of a turned face. */
async function readBelow(
  stroke: typeof ridge,
  degrees: number,
): Promise<{ readonly confidence: number; readonly red: number }> {
  const landmarks = turnedLandmarks(trueLandmarks('otto'), degrees);
  const points = stroke.along.map((vertex) => `${landmarks[3 * vertex]},${landmarks[3 * vertex + 1]}`);
  const line = `<polyline points="${points.join(' ')}" stroke="${shade}" stroke-width="${stroke.width}" fill="none"/>`;
  const { image } = await painted('otto', () => line);
  const layout = layOutAtlas(256);
  const { confidence, rgb } = unwrapPhoto({ image, landmarks }, layout);
  const [x, y] = [0, 1].map((axis) => Math.floor(layout.positions[3 * stroke.at + axis]));
  const i = y * layout.size + x;
  return { confidence: confidence[i], red: rgb[3 * i] };
}

test('the ridge of a turned nose counts as hidden where shade lies on it', async () => {
  expect((await readBelow(ridge, -30)).confidence).toBeLessThan(0.1);
  expect((await readBelow(ridge, 0)).confidence).toBeGreaterThan(0.8);
});

test('the side of a turned nose that is seen becomes lighter if all of it lies in the shade', async () => {
  expect((await readBelow(sideOfNose, 0)).red).toBeCloseTo(0x3a, -1);
  expect((await readBelow(sideOfNose, -30)).red).toBeGreaterThan(1.5 * 0x3a);
});
