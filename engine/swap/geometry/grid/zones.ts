import { LANDMARK_COUNT, type Landmarks } from '#engine/types';
import { triangles } from '#engine/mesh/topology';
import { allocate, withScratch, copyIn, floatsAt, kernels } from '#engine/kernels/memory';
import type { Canvas } from '#engine/swap/geometry/canvas';
import { barycentricGradients } from '#engine/swap/geometry/gradients';
import { floats, type Workspace } from '#engine/swap/ops/workspace';

const buffers = { planes: floats() };

/** Four zones per vector. */
export interface Zones<Name extends string> {
  readonly names: readonly Name[];
  /** triangles × ⌈names / 4⌉ × 12: first corner's values, then the other two's differences. */
  readonly corners: Float32Array;
}

const lanes = 4;

/** @param weights one per landmark */
export function packZones<Name extends string>(weights: Readonly<Record<Name, Float32Array>>): Zones<Name> {
  const names = Object.keys(weights) as Name[];
  const fours = Math.ceil(names.length / lanes);
  const corners = new Float32Array(triangles.count * fours * 3 * lanes);
  const { count, vertices } = triangles;
  for (const [n, name] of names.entries()) {
    const plane = weights[name];
    if (plane.length !== LANDMARK_COUNT)
      throw new Error(`Zone ${name}: expected ${LANDMARK_COUNT} weights, got ${plane.length}.`);
    for (let triangle = 0; triangle < count; triangle++) {
      const a = plane[vertices[3 * triangle]];
      const b = plane[vertices[3 * triangle + 1]];
      const c = plane[vertices[3 * triangle + 2]];
      const at = (triangle * fours + Math.floor(n / lanes)) * 3 * lanes + (n % lanes);
      corners[at] = a;
      corners[at + lanes] = b - a;
      corners[at + 2 * lanes] = c - a;
    }
  }
  return { names, corners };
}

/**
 * @param ids columns × rows: triangle of each cell.
 * @returns by name, columns × rows each; 0 where uncovered.
 */
export function interpolateZones<Name extends string>(
  { names, corners }: Zones<Name>,
  ids: Int16Array,
  destination: Landmarks,
  canvas: Canvas,
  workspace: Workspace,
): Record<Name, Float32Array> {
  const { columns, rows } = canvas;
  const cells = columns * rows;
  const fours = Math.ceil(names.length / lanes);
  const planes = workspace.view(buffers.planes, lanes * fours * cells);
  withScratch(() => {
    const barycentric = barycentricGradients(destination, canvas.region, canvas.cell);
    const spread = allocate(planes.byteLength);
    kernels().interpolateZones(copyIn(ids), columns, rows, barycentric, copyIn(corners), fours, spread);
    planes.set(floatsAt(spread, planes.length));
  });
  const planeOf = (n: number) => planes.subarray(n * cells, (n + 1) * cells);
  return Object.fromEntries(names.map((name, n) => [name, planeOf(n)])) as Record<Name, Float32Array>;
}
