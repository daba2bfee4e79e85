import { LANDMARK_COUNT, type Box, type Landmarks } from '#engine/types';
import { canonicalUvs, meshVertexCount } from '#engine/mesh/canonical-mesh';
import { leftEyeRing, leftIris, oval, rightEyeRing, rightIris } from '#engine/mesh/topology';
import { triangleGradients, interpolatePlane } from '#engine/swap/geometry/gradients';
import { triangles } from '#engine/mesh/topology';
import { Workspace } from '#engine/swap/ops/workspace';
import { rasterize } from '#engine/swap/geometry/raster';

/** size × size texels; the halves mirror each other. */
export interface AtlasLayout {
  readonly size: number;
  /** Landmarks × (column, row, 0) in texels; 0.5 is the first centre. */
  readonly positions: Landmarks;
  /** size × size: a triangle, or `uncovered`. */
  readonly ids: Int16Array;
}

const margin = 0.02;

export function layOutAtlas(size: number, workspace = new Workspace()): AtlasLayout {
  const positions = placeLandmarks(size);
  const ids = new Int16Array(size * size);
  rasterize(positions, wholeAtlas(size), 1, ids, workspace);
  return { size, positions, ids };
}

/** 0 outside the face. */
export function interpolateOverAtlas(layout: AtlasLayout, values: Float32Array, stride = 1, offset = 0): Float32Array {
  const gradients = new Float64Array(3 * triangles.count);
  triangleGradients(layout.positions, wholeAtlas(layout.size), 1, values, stride, offset, gradients);
  const plane = new Float32Array(layout.size * layout.size);
  interpolatePlane(layout.ids, layout.size, layout.size, gradients, plane);
  return plane;
}

const cachedSize = 512;
const cachedZones = new Map<Float32Array, Float32Array>();

/**
 * Cached at the usual size; do not modify.
 * @param zone a constant of `vertex-weights`
 */
export function zoneOverAtlas(layout: AtlasLayout, zone: Float32Array): Float32Array {
  if (layout.size !== cachedSize) return interpolateOverAtlas(layout, zone);
  const plane = cachedZones.get(zone) ?? interpolateOverAtlas(layout, zone);
  cachedZones.set(zone, plane);
  return plane;
}

const wholeAtlas = (size: number): Box => ({ x: 0, y: 0, width: size, height: size });

function placeLandmarks(size: number): Landmarks {
  const u = (vertex: number) => canonicalUvs[2 * vertex];
  const v = (vertex: number) => canonicalUvs[2 * vertex + 1];
  const halfWidth = Math.max(...oval.map((vertex) => Math.abs(u(vertex) - 0.5)));
  const top = Math.min(...oval.map(v));
  const bottom = Math.max(...oval.map(v));
  const positions = new Float32Array(3 * LANDMARK_COUNT);
  for (let vertex = 0; vertex < meshVertexCount; vertex++) {
    positions[3 * vertex] = size * (0.5 + ((u(vertex) - 0.5) / halfWidth) * (0.5 - margin));
    positions[3 * vertex + 1] = size * (margin + ((v(vertex) - top) / (bottom - top)) * (1 - 2 * margin));
  }
  for (const [ring, iris] of [
    [leftEyeRing, leftIris],
    [rightEyeRing, rightIris],
  ] as const) {
    for (let axis = 0; axis < 2; axis++) {
      const middle = ring.reduce((sum, vertex) => sum + positions[3 * vertex + axis], 0) / ring.length;
      for (const point of iris) positions[3 * point + axis] = middle;
    }
  }
  return positions;
}
