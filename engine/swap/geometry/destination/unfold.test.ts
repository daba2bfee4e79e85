import { expect, test } from 'vitest';
import { trueLandmarks } from '#tests/support/face-views';
import { eyeDistance } from '#engine/mesh/pose';
import { lips, mouthCorners, oval, TriangleClass, triangles } from '#engine/mesh/topology';
import { featureVertices } from './features';
import { shiftBetween } from './shift';
import { unfold, unfoldTarget } from './unfold';

const target = trueLandmarks('amara');

/** As below a broad smile of thin lips that become thick. */
function lowerLipMoved(): Float32Array {
  const shift = new Float32Array((2 * target.length) / 3);
  const at = (vertex: number, axis: number) => target[3 * vertex + axis];
  const [left, right] = [at(mouthCorners.left, 0), at(mouthCorners.right, 0)];
  for (const vertex of lips) {
    if (at(vertex, 1) < at(mouthCorners.left, 1)) continue;
    const inwards = 1 - Math.abs((2 * at(vertex, 0) - left - right) / (right - left));
    shift[2 * vertex + 1] = 0.16 * eyeDistance(target) * Math.max(0, inwards);
  }
  return shift;
}

function folds(shift: Float32Array): number {
  const area = (triangle: number, moved: boolean) => {
    const at = (corner: number, k: number) => {
      const vertex = triangles.vertices[3 * triangle + corner];
      return target[3 * vertex + k] + (moved ? shift[2 * vertex + k] : 0);
    };
    const side = (corner: number, k: number) => at(corner, k) - at(0, k);
    return side(1, 0) * side(2, 1) - side(1, 1) * side(2, 0);
  };
  let count = 0;
  for (let i = 0; i < triangles.count; i++) {
    const isOfFeature = triangles.vertices.subarray(3 * i, 3 * i + 3).every((vertex) => featureVertices.has(vertex));
    if (triangles.classes[i] === TriangleClass.skin && !isOfFeature && area(i, false) * area(i, true) < 0) count++;
  }
  return count;
}

test('lips that grow push the chin away instead of folding over it', () => {
  const shift = lowerLipMoved();
  const before = shift.slice();
  expect(folds(shift)).toBeGreaterThan(4);
  unfold(shift, target);
  expect(folds(shift)).toBe(0);
  for (const vertex of [...featureVertices, ...oval])
    expect(shift.subarray(2 * vertex, 2 * vertex + 2)).toEqual(before.subarray(2 * vertex, 2 * vertex + 2));
});

test('a mesh without folds stays as it is', () => {
  const shift = new Float32Array((2 * target.length) / 3).fill(3);
  unfold(shift, target);
  expect(shift).toEqual(new Float32Array(shift.length).fill(3));
});

test('landmarks of the skin below a lip that lie on the lip take the distance of the source', () => {
  const below = [18, 313, 406, 335, 83, 182, 106];
  const smiling = target.slice();
  for (const vertex of below) smiling[3 * vertex + 1] -= 0.08 * eyeDistance(target);
  const shift = shiftBetween(target, smiling);
  expect(folds(shift)).toBeGreaterThan(4);
  const unfolded = unfoldTarget(smiling, target);
  expect(folds(shiftBetween(target, unfolded))).toBe(0);
  for (const vertex of [...featureVertices, ...oval])
    expect(unfolded.subarray(3 * vertex, 3 * vertex + 3)).toEqual(smiling.subarray(3 * vertex, 3 * vertex + 3));
});

test('a mesh that an expression only squeezes stays as it is', () => {
  const squeezed = target.map((value, i) => (i % 3 === 1 ? 0.6 * value : value));
  expect(unfoldTarget(squeezed, target)).toEqual(squeezed);
});
