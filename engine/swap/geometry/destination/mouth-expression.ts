import { LANDMARK_COUNT, type Landmarks } from '#engine/types';
import { canonicalVertices, meshVertexCount } from '#engine/mesh/canonical-mesh';
import { distanceInDepth } from '#engine/mesh/pose';
import { innerLipRing, lips, mouthCorners, outerLipRing, oval } from '#engine/mesh/topology';
import { clamp, ramp } from '#engine/swap/ops/curves';
import { interpolateOverMesh } from './interpolate-over-mesh';

/**
 * How far landmarks of one person move with the mouth: downwards over how far the lips part, and upwards and outwards over
 * how much wider the mouth becomes. Measured between pictures of one person each, where these two explain 62 % of what
 * moves (docs/decisions/0047).
 */
const opening = { corner: 0.22, upperLip: -0.13, lowerLip: 0.83, chin: 0.33 };
const lift = { corner: 0.55, upperLip: 0.28, lowerLip: 0.33, chin: 0.16 };
/** The width grows by both. */
const cornerSpread = 0.5;
/** Calm mouths of adults differ in width by a tenth; beyond, one of both laughs or speaks. */
const mostWidth = 1.1;
/** Of that, the share by which persons differ. */
const ownWidth = 0.5;
/** A mouth that is drawn wider has thinner lips: power of the ratio of widths. */
const stretch = 0.8;
/** Of lips that are drawn wider or narrower. */
const [thinnest, fullest] = [0.75, 1.33];
const [upperMiddle, lowerMiddle] = [13, 14];
/** Centimetres on the canonical mesh, from the middle: the width of the chin, which the jaw takes along. */
const chinWidth = 5.5;
/** Centimetres on the canonical mesh, y down: no skin above moves with the mouth. */
const stillAbove = -0.5;
/** The tip of the nose, its wings and its base. */
const stillNose = [1, 2, 4, 48, 64, 97, 98, 278, 294, 326, 327];

type Point = readonly [x: number, y: number];

const openingOf = field(opening);
const liftOf = field(lift);
const spreadOf = interpolateOverMesh(
  new Map([...still(), ...lips.map((vertex) => [vertex, spreadAt(vertex)] as const), ...chin(0)]),
);

/**
 * The source with the target's expression of the mouth, so that what remains between them is who they are: lips as far
 * apart, and as wide and raised as a mouth of that width, with skin and jaw moved along. Of the width of the mouth, what
 * persons differ by stays.
 * @param posed of the source, in the target's pose
 */
export function matchMouth(target: Landmarks, posed: Landmarks): Landmarks {
  const wanted = between(target, mouthCorners.left, mouthCorners.right);
  const ratio = widthOf(posed) / widthOf(target);
  const wider = clamp(ratio, 1 / mostWidth, mostWidth) ** ownWidth;
  const widening: Point = [(wider - ratio) * wanted[0], (wider - ratio) * wanted[1]];
  // Of a turned head, the lift is foreshortened as `wanted` is; see docs/decisions/0047 for its whole length.
  const gap = between(posed, upperMiddle, lowerMiddle);
  const wantedGap = between(target, upperMiddle, lowerMiddle);
  const parting: Point = [wantedGap[0] - gap[0], wantedGap[1] - gap[1]];
  const changed = posed.slice();
  for (let vertex = 0; vertex < meshVertexCount; vertex++) {
    const [open, up, out] = [openingOf[vertex], liftOf[vertex], spreadOf[vertex]];
    changed[3 * vertex] += open * parting[0] + out * widening[0] + up * widening[1];
    changed[3 * vertex + 1] += open * parting[1] + out * widening[1] - up * widening[0];
  }
  thickenLips(changed, wanted, clamp(ratio / wider, thinnest, fullest) ** stretch);
  return changed;
}

/** @param along the mouth */
function thickenLips(landmarks: Landmarks, along: Point, fuller: number): void {
  const length = Math.hypot(...along) + 1e-6;
  const across: Point = [-along[1] / length, along[0] / length];
  innerLipRing.forEach((inner, i) => {
    const outer = outerLipRing[i];
    const [x, y] = between(landmarks, inner, outer);
    const thicker = (fuller - 1) * (x * across[0] + y * across[1]);
    landmarks[3 * outer] += thicker * across[0];
    landmarks[3 * outer + 1] += thicker * across[1];
  });
}

function field({ corner, upperLip, lowerLip, chin: atChin }: typeof opening): Float32Array {
  const ofLips = [innerLipRing, outerLipRing].flatMap((ring) =>
    ring.map((vertex, i) => {
      const middle = i < ring.length / 2 ? lowerLip : upperLip;
      return [vertex, corner + (middle - corner) * Math.abs(Math.sin((2 * Math.PI * i) / ring.length))] as const;
    }),
  );
  return interpolateOverMesh(new Map([...still(), ...ofLips, ...chin(atChin)]));
}

function spreadAt(vertex: number): number {
  const toCorner = canonicalVertices[3 * vertex] / canonicalVertices[3 * mouthCorners.right];
  return cornerSpread * toCorner;
}

/** The lower outline. */
function chin(value: number): [number, number][] {
  return oval
    .filter((vertex) => !isStill(vertex))
    .map((vertex) => [vertex, value * ramp(chinWidth, 0, Math.abs(canonicalVertices[3 * vertex]))]);
}

function still(): [number, number][] {
  const above = Array.from({ length: LANDMARK_COUNT }, (_, vertex) => vertex).filter(isStill);
  return [...above, ...stillNose].map((vertex) => [vertex, 0]);
}

/** Eyes and forehead. */
function isStill(vertex: number): boolean {
  return vertex >= meshVertexCount || canonicalVertices[3 * vertex + 1] < stillAbove;
}

/** With depth: of a turned head, the width in the picture says little. */
function widthOf(landmarks: Landmarks): number {
  return distanceInDepth(landmarks, mouthCorners.left, mouthCorners.right);
}

function between(landmarks: Landmarks, from: number, to: number): Point {
  return [landmarks[3 * to] - landmarks[3 * from], landmarks[3 * to + 1] - landmarks[3 * from + 1]];
}
