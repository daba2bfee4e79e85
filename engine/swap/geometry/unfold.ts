import type { Landmarks } from '#engine/types';
import { stepsFromOval, TriangleClass, triangles } from '#engine/mesh/topology';
import { ramp } from '#engine/swap/ops/curves';
import { featureVertices } from './features';

const passes = 16;
/** Share of its area in the target that a triangle keeps: less squeezes skin to a line, below 0 it is folded. */
const squeezed = { from: 0.5, to: 0.15 };
/** Skin gives way: features carry identity, and the head around the outline is not painted. */
const yielding = Float32Array.from(stepsFromOval, (steps, vertex) =>
  steps === 0 || featureVertices.has(vertex) ? 0 : 0.5,
);

/**
 * Where features are moved by more than the skin beside them is wide, as below a smiling lip, they fold over it and
 * end in a hard edge. Vertices of squeezed triangles approach their mean shift, so that the skin moves along.
 * @param shift landmarks × (x, y), pixels; changed.
 */
export function unfold(shift: Float32Array, target: Landmarks): void {
  const areas = Float32Array.from({ length: triangles.count }, (_, i) => area(target, i));
  const facing = Math.sign(areas.reduce((sum, value) => sum + value, 0));
  const shown = [...areas.keys()].filter((i) => triangles.classes[i] === TriangleClass.skin && areas[i] * facing > 1);
  for (let pass = 0; pass < passes; pass++) {
    let isFolded = false;
    for (const i of shown) {
      const strength = ramp(squeezed.from, squeezed.to, area(target, i, shift) / areas[i]);
      if (strength === 0) continue;
      isFolded = true;
      yieldTo(shift, i, strength);
    }
    if (!isFolded) return;
  }
}

// Numbers instead of views and closures: a face calls these ten thousand times.

function yieldTo(shift: Float32Array, triangle: number, strength: number): void {
  const { vertices } = triangles;
  const [a, b, c] = [vertices[3 * triangle], vertices[3 * triangle + 1], vertices[3 * triangle + 2]];
  for (let k = 0; k < 2; k++) {
    const mean = (shift[2 * a + k] + shift[2 * b + k] + shift[2 * c + k]) / 3;
    for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
      const vertex = vertices[corner];
      shift[2 * vertex + k] += strength * yielding[vertex] * (mean - shift[2 * vertex + k]);
    }
  }
}

/** Twice the signed area. */
function area(landmarks: Landmarks, triangle: number, shift?: Float32Array): number {
  const { vertices } = triangles;
  const [a, b, c] = [vertices[3 * triangle], vertices[3 * triangle + 1], vertices[3 * triangle + 2]];
  const right = side(landmarks, a, b, 0, shift) * side(landmarks, a, c, 1, shift);
  return right - side(landmarks, a, b, 1, shift) * side(landmarks, a, c, 0, shift);
}

function side(landmarks: Landmarks, from: number, to: number, axis: number, shift?: Float32Array): number {
  const moved = shift ? shift[2 * to + axis] - shift[2 * from + axis] : 0;
  return landmarks[3 * to + axis] - landmarks[3 * from + axis] + moved;
}
