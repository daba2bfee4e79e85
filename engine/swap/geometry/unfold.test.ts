import { expect, test } from 'vitest';
import { trueLandmarks } from '#tests/support/face-views';
import { eyeDistance } from '#engine/mesh/pose';
import { lips, mouthCorners, oval, TriangleClass, triangles } from '#engine/mesh/topology';
import { featureVertices } from './features';
import { unfold } from './unfold';

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
