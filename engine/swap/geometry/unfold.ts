import type { Landmarks } from '#engine/types';
import { stepsFromOval, TriangleClass, triangles } from '#engine/mesh/topology';
import { allocate, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { featureVertices } from './features';

const passes = 16;
/** Share of its area in the target that a triangle keeps: less squeezes skin to a line, below 0 it is folded. */
const squeezed = { from: 0.5, to: 0.15 };
/** Skin gives way: features carry identity, and the head around the outline is not painted. */
const yielding = Float32Array.from(stepsFromOval, (steps, vertex) =>
  steps === 0 || featureVertices.has(vertex) ? 0 : 0.5,
);

const isSkin = Uint8Array.from(triangles.classes, (kind) => (kind === TriangleClass.skin ? 1 : 0));

/**
 * Where features are moved by more than the skin beside them is wide, as below a smiling lip, they fold over it and
 * end in a hard edge. Vertices of squeezed triangles approach their mean shift, so that the skin moves along.
 * @param shift landmarks × (x, y), pixels; changed.
 */
export function unfold(shift: Float32Array, target: Landmarks): void {
  const { count, vertices } = triangles;
  const { from, to } = squeezed;
  withScratch(() => {
    const moved = copyIn(shift);
    const places = copyIn(target);
    const corners = copyIn(vertices);
    const skin = copyIn(isSkin);
    const areas = allocate(4 * count);
    kernels().unfold(moved, places, corners, skin, count, copyIn(yielding), from, to, passes, areas);
    shift.set(floatsAt(moved, shift.length));
  });
}
