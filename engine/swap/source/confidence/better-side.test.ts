import { expect, test } from 'vitest';
import { preferBetterSide } from './better-side';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';

const layout = layOutAtlas(128);
const { size, positions } = layout;
const count = size * size;

/** Landmarks of the canonical mesh, on the left of the atlas. */
const [leftTemple, rightTemple, leftBrowEnd, leftEyeCorner, jaw, noseTip] = [127, 356, 46, 33, 172, 4];

const at = (vertex: number): number =>
  Math.floor(positions[3 * vertex + 1]) * size + Math.min(size - 1, Math.floor(positions[3 * vertex]));

/** Left half 0.3, right half 0.6. */
const turnedLeft = Float32Array.from({ length: count }, (_, i) => (i % size < size / 2 ? 0.3 : 0.6));
const everywhere = new Float32Array(count).fill(1);

function preferred(confidence: Float32Array, facing: Float32Array): Float32Array {
  const [light, detail] = [128, 1].map((value) => new Float32Array(3 * count).fill(value));
  return preferBetterSide({ light, detail, confidence }, facing, layout).confidence;
}

test('the averted temple and end of the brow give way to their mirror image', () => {
  const confidence = preferred(everywhere, turnedLeft);
  expect(confidence[at(leftTemple)]).toBeLessThan(0.1);
  expect(confidence[at(leftBrowEnd)]).toBeLessThan(0.3);
  expect(confidence[at(rightTemple)]).toBe(1);
});

test('eyes, nose and jaw stay', () => {
  const confidence = preferred(everywhere, turnedLeft);
  for (const vertex of [leftEyeCorner, noseTip, jaw]) expect(confidence[at(vertex)]).toBeGreaterThan(0.9);
});

test('of a frontal face, both sides stay', () => {
  const almostEqual = turnedLeft.map((value) => (value < 0.5 ? 0.5 : 0.6));
  expect(preferred(everywhere, almostEqual)).toEqual(everywhere);
});

test('what is seen well stays, however turned', () => {
  expect(
    preferred(
      everywhere,
      turnedLeft.map((value) => value + (value < 0.5 ? 0.26 : 0.4)),
    ),
  ).toEqual(everywhere);
});

test('what the other side does not show stays', () => {
  const confidence = everywhere.map((share, i) => (i % size < size / 2 ? share : 0.7));
  expect(preferred(confidence, turnedLeft)).toEqual(confidence);
});
