import { expect, test } from 'vitest';
import { canonicalVertices } from '#engine/mesh/canonical-mesh';
import { LANDMARK_COUNT, type Landmarks } from '#engine/types';
import { trueLandmarks, turnedLandmarks } from '#tests/support/face-views';
import { noseAsOutline, vertexVisibility } from './visibility';

const front = trueLandmarks('amara');
/** From ridge to cheek. */
const [left, right] = [
  [45, 51, 198, 134],
  [275, 281, 420, 363],
];

const turned = (degrees: number): Landmarks => turnedLandmarks(front, degrees);

const seenOn = (landmarks: Landmarks, side: readonly number[]): number[] => {
  const seen = vertexVisibility(landmarks);
  return side.map((vertex) => seen[vertex]);
};

test('from the front both sides of a nose are seen', () => {
  for (const seen of [...seenOn(front, left), ...seenOn(front, right)]) expect(seen).toBeGreaterThan(0.2);
});

test.each([
  ['right', 40, right, left],
  ['left', -40, left, right],
])('of a head turned to the %s the far side of the nose is not seen, up to its ridge', (_name, degrees, far, near) => {
  expect(Math.max(...seenOn(turned(degrees), far))).toBe(0);
  expect(Math.min(...seenOn(turned(degrees), near))).toBeGreaterThan(0.3);
});

/** Of the ridge, from the root of the nose to its tip. */
const ridge = [6, 197, 195, 5, 4];
const betweenNostrils = [19, 94, 2];
const elsewhere = [...left, ...right].filter(
  (vertex) => vertex !== 45 && vertex !== 275 && vertex !== 281 && vertex !== 51,
);

test('the ridge of a nose counts as its outline where the far side is hidden, and only there', () => {
  expect(noseAsOutline(front)).toBeUndefined();
  for (const degrees of [40, -40]) {
    const outline = noseAsOutline(turned(degrees))!;
    for (const vertex of ridge) expect(outline.ridge[vertex]).toBeGreaterThan(0.8);
    for (const vertex of betweenNostrils) expect(outline.columella[vertex]).toBeGreaterThan(0.8);
    for (const vertex of [...elsewhere, 33, 263, 13, 152, 10]) expect(outline.ridge[vertex]).toBeLessThan(0.2);
    for (const vertex of [1, 4, 48, 278, 0, 164, 13]) expect(outline.columella[vertex]).toBe(0);
  }
});

/** The mean face, which is symmetric. */
function lowered(degrees: number): Landmarks {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const landmarks = new Float32Array(3 * LANDMARK_COUNT);
  canonicalVertices.forEach((value, i) => {
    const [y, z] = canonicalVertices.subarray(i - (i % 3) + 1, i - (i % 3) + 3);
    landmarks[i] = [value, cos * y - sin * z, sin * y + cos * z][i % 3];
  });
  return landmarks;
}

test('of a head that looks down or up, the ridge is no outline', () => {
  for (const degrees of [-25, -15, 15, 25])
    expect(Math.max(0, ...(noseAsOutline(lowered(degrees))?.ridge ?? [])), `${degrees}°`).toBeLessThan(0.3);
});
