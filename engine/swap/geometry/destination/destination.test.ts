import { expect, test } from 'vitest';
import { trueLandmarks } from '#tests/support/face-views';
import { eyeDistance, eyeOpenness, mouthOpenness } from '#engine/mesh/pose';
import {
  innerLipRing,
  leftEyeCorners,
  leftIris,
  lips,
  mouthCorners,
  outerLipRing,
  oval,
  stepsFromOval,
} from '#engine/mesh/topology';
import { destinationMesh } from './destination';

const target = trueLandmarks('otto');
const source = trueLandmarks('amara');

test('a face swapped onto itself keeps its landmarks', () => {
  const placed = destinationMesh(target, target);
  placed.forEach((value, i) => expect(value).toBeCloseTo(target[i], 2));
});

test('the outline is fixed and inner landmarks move by a bounded distance', () => {
  const placed = destinationMesh(target, source);
  const moved = (vertex: number) =>
    Math.hypot(placed[3 * vertex] - target[3 * vertex], placed[3 * vertex + 1] - target[3 * vertex + 1]);
  for (const vertex of oval) expect(moved(vertex)).toBe(0);
  expect(Math.max(...Array.from({ length: 478 }, (_, vertex) => moved(vertex)))).toBeLessThanOrEqual(
    0.16 * eyeDistance(target) + 0.01,
  );
  expect(moved(4)).toBeGreaterThan(1);
});

test('eye openness comes from the target', () => {
  const before = eyeOpenness(target);
  const after = eyeOpenness(destinationMesh(target, source));
  expect(after.left).toBeCloseTo(before.left, 2);
  expect(after.right).toBeCloseTo(before.right, 2);
});

test('gaze comes from the target: the iris keeps its position between the corners', () => {
  const gaze = (landmarks: Float32Array) => {
    const x = (vertex: number) => landmarks[3 * vertex];
    return (x(leftIris[0]) - x(leftEyeCorners.outer)) / (x(leftEyeCorners.inner) - x(leftEyeCorners.outer));
  };
  expect(gaze(destinationMesh(target, source))).toBeCloseTo(gaze(target), 2);
});

test('lip thickness comes from the source, mouth openness from the target', () => {
  const height = (landmarks: Float32Array, upper: number, lower: number) =>
    (landmarks[3 * lower + 1] - landmarks[3 * upper + 1]) / eyeDistance(landmarks);
  const placed = destinationMesh(target, source);
  const lowerLip = [14, 17] as const;
  const [wanted, before, after] = [source, target, placed].map((landmarks) => height(landmarks, ...lowerLip));
  expect(Math.abs(wanted - before)).toBeGreaterThan(0.005);
  expect(Math.abs(wanted - after)).toBeLessThan(0.6 * Math.abs(wanted - before));
  expect(mouthOpenness(placed)).toBeCloseTo(mouthOpenness(target), 2);
});

/** Lips drawn wider are thinner. */
function laughing(landmarks: Float32Array, wider: number): Float32Array {
  const changed = landmarks.slice();
  const centre = (landmarks[3 * mouthCorners.left] + landmarks[3 * mouthCorners.right]) / 2;
  for (const vertex of lips) changed[3 * vertex] = centre + wider * (landmarks[3 * vertex] - centre);
  outerLipRing.forEach((outer, i) => {
    const at = 3 * innerLipRing[i] + 1;
    changed[3 * outer + 1] = landmarks[at] + (landmarks[3 * outer + 1] - landmarks[at]) / wider;
  });
  return changed;
}

test('a laugh of the source hardly widens a calm mouth, and does not thin its lips', () => {
  const sizes = (landmarks: Float32Array) => {
    const at = (vertex: number, axis: number) => landmarks[3 * vertex + axis];
    return [at(mouthCorners.right, 0) - at(mouthCorners.left, 0), at(17, 1) - at(14, 1), at(13, 1) - at(0, 1)];
  };
  const calm = sizes(destinationMesh(target, target));
  sizes(destinationMesh(target, laughing(target, 1.25))).forEach((size, i) => {
    expect(size / calm[i]).toBeGreaterThan(0.93);
    expect(size / calm[i]).toBeLessThan(1.07);
  });
});

test('skin beside the outline moves, so that cheeks and forehead get the source’s shape', () => {
  const placed = destinationMesh(target, source);
  const beside = [...stepsFromOval.keys()].filter((vertex) => stepsFromOval[vertex] === 1);
  const shifts = beside.map((vertex) =>
    Math.hypot(placed[3 * vertex] - target[3 * vertex], placed[3 * vertex + 1] - target[3 * vertex + 1]),
  );
  expect(Math.max(...shifts) / eyeDistance(target)).toBeGreaterThan(0.05);
});
