import type { Landmarks } from '#engine/types';
import { triangles } from '#engine/mesh/topology';
import type { Canvas } from '#engine/swap/geometry/canvas';
import { interpolatePlane, triangleGradients } from '#engine/swap/geometry/gradients';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import { keptZone, type KeptFeatures } from '#engine/swap/geometry/keepable';
import { smoothstep } from '#engine/swap/ops/curves';
import { doubles, floats, type Workspace } from '#engine/swap/ops/workspace';

const buffers = { gradients: doubles(), zone: floats() };

/** Where the new face is opaque, in shares of `keptZone`. */
const edge = 0.8;

/**
 * The target's pixels stay on these features.
 * @param alpha cells; changed.
 */
export function keepFeatures(
  alpha: Float32Array,
  kept: KeptFeatures,
  { ids, columns, rows }: Grid,
  { region, cell }: Canvas,
  destination: Landmarks,
  workspace: Workspace,
): void {
  if (Object.keys(kept).length === 0) return;
  const gradients = workspace.view(buffers.gradients, 3 * triangles.count);
  triangleGradients(destination, region, cell, keptZone(kept), 1, 0, gradients);
  const zone = workspace.view(buffers.zone, alpha.length);
  interpolatePlane(ids, columns, rows, gradients, zone);
  for (let i = 0; i < alpha.length; i++) alpha[i] *= 1 - smoothstep(0, edge, zone[i]);
}
