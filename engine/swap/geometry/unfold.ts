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
      yieldTo(shift, triangles.vertices.subarray(3 * i, 3 * i + 3), strength);
    }
    if (!isFolded) return;
  }
}

function yieldTo(shift: Float32Array, vertices: Uint16Array, strength: number): void {
  for (let k = 0; k < 2; k++) {
    const mean = (shift[2 * vertices[0] + k] + shift[2 * vertices[1] + k] + shift[2 * vertices[2] + k]) / 3;
    for (const vertex of vertices)
      shift[2 * vertex + k] += strength * yielding[vertex] * (mean - shift[2 * vertex + k]);
  }
}

/** Twice the signed area. */
function area(landmarks: Landmarks, triangle: number, shift?: Float32Array): number {
  const [a, b, c] = triangles.vertices.subarray(3 * triangle, 3 * triangle + 3);
  const side = (to: number, k: number) =>
    landmarks[3 * to + k] - landmarks[3 * a + k] + (shift ? shift[2 * to + k] - shift[2 * a + k] : 0);
  return side(b, 0) * side(c, 1) - side(b, 1) * side(c, 0);
}
