import { LANDMARK_COUNT, type Landmarks } from '#engine/types';
import { canonicalVertices, meshVertexCount } from '#engine/mesh/canonical-mesh';
import { fitHead } from '#engine/mesh/pose';
import { lips, TriangleClass, triangles } from '#engine/mesh/topology';
import { clamp, ramp } from '#engine/swap/ops/curves';
import { cornersOf, facingSign, signedArea } from '#engine/swap/geometry/raster';

const lipSet = new Set(lips);

/** Visibility below which a vertex lies behind the ridge of the nose. */
const behind = 0.12;
/** Share of a side of the nose that lies there. */
const turned = { from: 0.17, all: 0.25 };

/** Left and right side of the nose, without its ridge; centimetres on the canonical mesh. */
const noseSides = [-1, 1].map((side) =>
  [...Array(meshVertexCount).keys()].filter((vertex) => {
    const [x, down] = canonicalVertices.subarray(3 * vertex, 3 * vertex + 2);
    const across = side * x;
    return across > 0.05 && across < 1 + 0.25 * (2.5 + down) && down > -3 && down < 2;
  }),
);

/** Centimetres on the canonical mesh, from the ridge: as far as the mesh of a turned nose misses its outline. */
const besideRidge = { from: 0.75, all: 0.25 };
const ridge = Float32Array.from({ length: LANDMARK_COUNT }, (_, vertex) => {
  if (vertex >= meshVertexCount) return 0;
  const [x, down] = canonicalVertices.subarray(3 * vertex, 3 * vertex + 2);
  return down < 2 ? ramp(besideRidge.from, besideRidge.all, Math.abs(x)) * ramp(-4, -2.8, down) : 0;
});

/** Skin between the nostrils, likewise. */
const columella = Float32Array.from({ length: LANDMARK_COUNT }, (_, vertex) => {
  if (vertex >= meshVertexCount) return 0;
  const [x, down] = canonicalVertices.subarray(3 * vertex, 3 * vertex + 2);
  return down < 2.3 ? ramp(besideRidge.from, besideRidge.all, Math.abs(x)) * ramp(1.2, 1.5, down) : 0;
});

/** @returns per landmark, 0 edge-on or hidden to 1 facing the camera. */
export function vertexVisibility(landmarks: Landmarks): Float32Array {
  const seen = facingShare(landmarks);
  for (const side of noseSides) hideFarSide(seen, side);
  return seen;
}

/** Projected over canonical area, per landmark. */
function facingShare(landmarks: Landmarks): Float32Array {
  const pixelsPerCentimetre = fitHead(landmarks).scale;
  const sums = new Float32Array(LANDMARK_COUNT);
  const counts = new Float32Array(LANDMARK_COUNT);
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    if (triangles.classes[triangle] !== TriangleClass.skin || isLip(triangle)) continue;
    const seen = signedArea(landmarks, triangle) * facingSign;
    const share = seen / (pixelsPerCentimetre ** 2 * canonicalArea(triangle));
    for (const corner of cornersOf(triangle)) {
      sums[corner] += share;
      counts[corner]++;
    }
  }
  return sums.map((sum, vertex) =>
    vertex < meshVertexCount && counts[vertex] > 0 ? clamp(sum / counts[vertex], 0, 1) : 1,
  );
}

/**
 * The mesh of a nose is flatter than many noses: from the side, what it takes for the far side is the cheek behind it.
 * @param seen per landmark; changed
 */
function hideFarSide(seen: Float32Array, vertices: readonly number[]): void {
  const share = 1 - hiddenShare(seen, vertices);
  for (const vertex of vertices) seen[vertex] *= share;
}

/**
 * Where the far side of a nose is hidden, its ridge is the outline: what the mesh takes for the ridge may be the shade or the
 * cheek behind it, and mirrored it would be a line along the nose. If both sides are hidden alike, as of a head that looks
 * down, the ridge is no outline.
 * @returns per landmark, 0–1: of the nose's ridge, and of the skin between its nostrils; undefined if neither is an outline
 */
export function noseAsOutline(landmarks: Landmarks): { ridge: Float32Array; columella: Float32Array } | undefined {
  const seen = facingShare(landmarks);
  const [left, right] = noseSides.map((side) => hiddenShare(seen, side));
  const share = Math.abs(left - right);
  if (share === 0) return undefined;
  return { ridge: ridge.map((weight) => weight * share), columella: columella.map((weight) => weight * share) };
}

const hiddenShare = (seen: Float32Array, side: readonly number[]): number =>
  ramp(turned.from, turned.all, side.filter((vertex) => seen[vertex] < behind).length / side.length);

/** Speech changes their projected area. */
const isLip = (triangle: number): boolean => cornersOf(triangle).every((corner) => lipSet.has(corner));

/** Twice the area, cm². */
function canonicalArea(triangle: number): number {
  const [a, b, c] = cornersOf(triangle);
  const side = (from: number, to: number, axis: number) =>
    canonicalVertices[3 * to + axis] - canonicalVertices[3 * from + axis];
  const [abX, abY, abZ] = [side(a, b, 0), side(a, b, 1), side(a, b, 2)];
  const [acX, acY, acZ] = [side(a, c, 0), side(a, c, 1), side(a, c, 2)];
  return Math.hypot(abY * acZ - abZ * acY, abZ * acX - abX * acZ, abX * acY - abY * acX);
}
