import { LANDMARK_COUNT } from '#engine/types';
import { canonicalTriangles } from './canonical-mesh';

/** Rings are MediaPipe's. Left and right are the picture's. */
export const leftEyeRing = [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246];
export const rightEyeRing = [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466];
export const leftBrow = [70, 63, 105, 66, 107, 55, 65, 52, 53, 46];
export const rightBrow = [300, 293, 334, 296, 336, 285, 295, 282, 283, 276];
export const innerLipRing = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191];
export const outerLipRing = [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185];

/** Centre of each iris, then four points of its rim. */
export const leftIris = [468, 469, 470, 471, 472];
export const rightIris = [473, 474, 475, 476, 477];

export const leftEyeCorners = { outer: 33, inner: 133 } as const;
export const rightEyeCorners = { outer: 263, inner: 362 } as const;
export const mouthCorners = { left: 61, right: 291 } as const;
export const noseTip = 4;
/** Middle of its outer edge. */
export const lowerLipEdge = 17;
export const chin = 152;
export const foreheadTop = 10;

export const TriangleClass = { skin: 0, mouth: 1, leftEye: 2, rightEye: 3 } as const;

interface Triangles {
  /** count × three landmark numbers. */
  readonly vertices: Uint16Array;
  readonly classes: Uint8Array;
  readonly count: number;
}

/** Each eye is a fan around its iris, so gaze can be followed. */
export const triangles: Triangles = buildTriangles();

/** Along edges, by landmark. */
export const neighbours: readonly ReadonlySet<number>[] = findNeighbours();

/** The mesh's only boundary. */
export const oval: readonly number[] = findBoundary();

/** 255 if the outline does not reach. */
export const stepsFromOval: Uint8Array = countSteps(oval);

export const lips: readonly number[] = growInside(innerLipRing, outerLipRing);

export function grow(ring: readonly number[], steps: number): number[] {
  let grown = new Set(ring);
  for (let step = 0; step < steps; step++) {
    grown = new Set([...grown, ...[...grown].flatMap((vertex) => [...neighbours[vertex]])]);
  }
  return [...grown];
}

function buildTriangles(): Triangles {
  const eyes = [new Set(leftEyeRing), new Set(rightEyeRing)];
  const mouth = new Set(innerLipRing);
  const vertices: number[] = [];
  const classes: number[] = [];
  for (let start = 0; start < canonicalTriangles.length; start += 3) {
    const corners = [...canonicalTriangles.subarray(start, start + 3)];
    const within = (ring: Set<number>) => corners.every((corner) => ring.has(corner));
    if (eyes.some(within)) continue;
    vertices.push(...corners);
    classes.push(within(mouth) ? TriangleClass.mouth : TriangleClass.skin);
  }
  const addFan = (ring: number[], centre: number, kind: number) =>
    ring.forEach((vertex, index) => {
      vertices.push(vertex, ring[(index + 1) % ring.length], centre);
      classes.push(kind);
    });
  addFan(leftEyeRing, leftIris[0], TriangleClass.leftEye);
  addFan(rightEyeRing, rightIris[0], TriangleClass.rightEye);
  return { vertices: Uint16Array.from(vertices), classes: Uint8Array.from(classes), count: classes.length };
}

function* edges(vertices: Uint16Array): Generator<[number, number]> {
  for (let start = 0; start < vertices.length; start += 3) {
    for (let side = 0; side < 3; side++) yield [vertices[start + side], vertices[start + ((side + 1) % 3)]];
  }
}

function findNeighbours(): Set<number>[] {
  const found = Array.from({ length: LANDMARK_COUNT }, () => new Set<number>());
  for (const [a, b] of edges(triangles.vertices)) {
    found[a].add(b);
    found[b].add(a);
  }
  return found;
}

function findBoundary(): number[] {
  const directed = new Set([...edges(canonicalTriangles)].map(([a, b]) => `${a},${b}`));
  const next = new Map([...edges(canonicalTriangles)].filter(([a, b]) => !directed.has(`${b},${a}`)));
  const loop = [foreheadTop as number];
  for (let vertex = next.get(foreheadTop)!; vertex !== foreheadTop; vertex = next.get(vertex)!) loop.push(vertex);
  return loop;
}

function countSteps(from: readonly number[]): Uint8Array {
  const steps = new Uint8Array(LANDMARK_COUNT).fill(255);
  let front = [...from];
  for (let distance = 0; front.length > 0; distance++) {
    for (const vertex of front) steps[vertex] = distance;
    front = [...new Set(front.flatMap((vertex) => [...neighbours[vertex]]))].filter((vertex) => steps[vertex] === 255);
  }
  return steps;
}

function growInside(start: readonly number[], fence: readonly number[]): number[] {
  const region = new Set([...start, ...fence]);
  let front = [...start];
  while (front.length > 0) {
    front = [...new Set(front.flatMap((vertex) => [...neighbours[vertex]]))].filter((vertex) => !region.has(vertex));
    for (const vertex of front) region.add(vertex);
  }
  return [...region];
}
