import { LANDMARK_COUNT, type Landmarks } from '#engine/types';
import { stepsFromOval, TriangleClass, triangles } from '#engine/mesh/topology';
import { allocate, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { featureVertices } from './features';
import { shiftBetween } from './shift';

const passes = 16;
/** Shares of a triangle's area: less squeezes skin to a line, below 0 it is folded. */
interface Limits {
  readonly from: number;
  readonly to: number;
}
/** Of its area in the target. */
const moved: Limits = { from: 0.5, to: 0.15 };
/** Of its area in the source: expressions squeeze skin as well. */
const expressed: Limits = { from: 0.3, to: 0.1 };
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
  giveWay(shift, target, moved);
}

/**
 * In a broad smile, landmarks of the skin below the lip may lie on the lip itself. There the target's mesh takes the
 * distances of the source's.
 * @param posed the source's landmarks in the target's pose.
 * @returns the target's landmarks; features stay.
 */
export function unfoldTarget(target: Landmarks, posed: Landmarks): Landmarks {
  const shift = shiftBetween(posed, target);
  giveWay(shift, posed, expressed);
  const unfolded = target.slice();
  for (let vertex = 0; vertex < LANDMARK_COUNT; vertex++) {
    for (let axis = 0; axis < 2; axis++)
      unfolded[3 * vertex + axis] = posed[3 * vertex + axis] + shift[2 * vertex + axis];
  }
  return unfolded;
}

function giveWay(shift: Float32Array, whole: Landmarks, { from, to }: Limits): void {
  const { count, vertices } = triangles;
  withScratch(() => {
    const shifts = copyIn(shift);
    const places = copyIn(whole);
    const corners = copyIn(vertices);
    const skin = copyIn(isSkin);
    const areas = allocate(4 * count);
    kernels().unfold(shifts, places, corners, skin, count, copyIn(yielding), from, to, passes, areas);
    shift.set(floatsAt(shifts, shift.length));
  });
}
