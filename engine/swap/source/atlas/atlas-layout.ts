import { LANDMARK_COUNT, type Box, type Landmarks } from '#engine/types';
import { canonicalUvs, meshVertexCount } from '#engine/mesh/canonical-mesh';
import { leftEyeRing, leftIris, oval, rightEyeRing, rightIris } from '#engine/mesh/topology';
import { triangleGradients, interpolatePlane } from '#engine/swap/geometry/gradients';
import { triangles } from '#engine/mesh/topology';
import { mix } from '#engine/swap/ops/curves';
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

/**
 * Vertices on the creases of the upper lids, and those above. The canonical mesh has half the rows for lids that they have
 * on photos, and twice as many above them: lash lines would become steps.
 */
const lidCreases = [
  [247, 113],
  [30, 225],
  [29, 224],
  [27, 223],
  [28, 222],
  [56, 221],
  [190, 189],
  [467, 342],
  [260, 445],
  [259, 444],
  [257, 443],
  [258, 442],
  [286, 441],
  [414, 413],
] as const;
/** Of the distance between both. */
const lidGrowth = 0.4;

/** Larger layouts and their zones are not kept: tens of megabytes. */
const largestKept = 512;
const keptLayouts = new Map<number, AtlasLayout>();

/** Do not modify: shared. */
export function layOutAtlas(size: number): AtlasLayout {
  const layout = keptLayouts.get(size) ?? createLayout(size);
  if (size <= largestKept) keptLayouts.set(size, layout);
  return layout;
}

function createLayout(size: number): AtlasLayout {
  const positions = placeLandmarks(size);
  const ids = new Int16Array(size * size);
  rasterize(positions, wholeAtlas(size), 1, ids, new Workspace());
  return { size, positions, ids };
}

/** 0 outside the face. @param rowOffset from the centres of texels, downwards, to where values are read */
export function interpolateOverAtlas(
  layout: AtlasLayout,
  values: Float32Array,
  stride = 1,
  offset = 0,
  rowOffset = 0,
): Float32Array {
  const gradients = new Float64Array(3 * triangles.count);
  const region = { ...wholeAtlas(layout.size), y: rowOffset };
  triangleGradients(layout.positions, region, 1, values, stride, offset, gradients);
  const plane = new Float32Array(layout.size * layout.size);
  interpolatePlane(layout.ids, layout.size, layout.size, gradients, plane);
  return plane;
}

/**
 * @param compute plane or box that depends on the layout and the key alone
 * @returns as `compute`, which runs once for each layout and key
 */
export function oncePerLayout<K extends object, V>(compute: (layout: AtlasLayout, key: K) => V) {
  const known = new WeakMap<AtlasLayout, Map<K, V>>();
  return (layout: AtlasLayout, key: K): V => {
    const values = known.get(layout) ?? new Map<K, V>();
    known.set(layout, values);
    const value = values.get(key) ?? compute(layout, key);
    values.set(key, value);
    return value;
  };
}

/** Of a constant of `vertex-weights`. Do not modify: shared. */
export const zoneOverAtlas = oncePerLayout((layout, zone: Float32Array) => interpolateOverAtlas(layout, zone));

/** Of the texels where the zone is not 0, and their mirror images. */
export const boxOfZone = oncePerLayout((layout, zone: Float32Array): Box => {
  const { size } = layout;
  const plane = zoneOverAtlas(layout, zone);
  let [left, top, bottom] = [size / 2, size, -1];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (plane[y * size + x] === 0) continue;
      left = Math.min(left, x, size - 1 - x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return { x: left, y: top, width: size - 2 * left, height: bottom - top + 1 };
});

/** Whether one of the texels of a box fulfils a condition. */
export function someTexel({ x, y, width, height }: Box, size: number, fulfils: (i: number) => boolean): boolean {
  for (let row = y * size; row < (y + height) * size; row += size)
    for (let i = row + x; i < row + x + width; i++) if (fulfils(i)) return true;
  return false;
}

/** First texel of the rows of a box and of `margin` rows on either side, and the one behind the last. */
export function texelsOfRows({ y, height }: Box, margin: number, size: number): { first: number; end: number } {
  return { first: Math.max(0, y - margin) * size, end: Math.min(size, y + height + margin) * size };
}

/** The smallest whole texels around it. */
export function scaledBox({ x, y, width, height }: Box, scale: number): Box {
  const [left, top] = [Math.floor(scale * x), Math.floor(scale * y)];
  return {
    x: left,
    y: top,
    width: Math.ceil(scale * (x + width)) - left,
    height: Math.ceil(scale * (y + height)) - top,
  };
}

/** Within the atlas. */
export function growBox({ x, y, width, height }: Box, margin: number, size: number): Box {
  const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)];
  const [right, bottom] = [Math.min(size, x + width + margin), Math.min(size, y + height + margin)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The same texel of the other half of the face. */
export const mirroredTexel = (i: number, size: number): number => i + size - 1 - 2 * (i % size);

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
  for (const [crease, above] of lidCreases) {
    for (let axis = 0; axis < 2; axis++) {
      const place = 3 * crease + axis;
      positions[place] = mix(positions[place], positions[3 * above + axis], lidGrowth);
    }
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
