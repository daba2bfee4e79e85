import { expect, test } from 'vitest';
import { fitHead, mouthOpenness, mouthOpennessInDepth } from '#engine/mesh/pose';
import { applySimilarity } from '#engine/mesh/similarity';
import { canonicalVertices, meshVertexCount } from '#engine/mesh/canonical-mesh';
import { innerLipRing, lips, mouthCorners, TriangleClass, triangles } from '#engine/mesh/topology';
import { LANDMARK_COUNT, type Landmarks } from '#engine/types';
import { swapFace } from '#engine/swap/mesh-swapper';
import { ramp } from '#engine/swap/ops/curves';
import { copyOf, faceView, sampleSource, trueLandmarks, turnedLandmarks } from '#tests/support/face-views';
import { destinationMesh } from './destination';
import { lowerJaw } from './lower-jaw';
import { cornersOf, facingSign, signedArea } from '#engine/swap/geometry/raster';

const face = trueLandmarks('diego');
const [upperLip, lowerLip, chin, belowLip, besideCorner, sideOfJaw] = [13, 14, 152, 18, 57, 172];
const corners = [mouthCorners.left, mouthCorners.right, innerLipRing[0], innerLipRing[innerLipRing.length / 2]];
const y = (landmarks: Landmarks, vertex: number) => landmarks[3 * vertex + 1];

/** Of all rings of the lower lip, by the canonical mesh. */
function lowerVertices(): number[] {
  const meeting = (canonicalVertices[3 * upperLip + 1] + canonicalVertices[3 * lowerLip + 1]) / 2;
  return lips.filter((vertex) => canonicalVertices[3 * vertex + 1] > meeting && !corners.includes(vertex));
}

const lowerLips = new Set(lowerVertices());

/** As the mesh sees a mouth (see `matchMouth`). @param pixels by which the lips part */
function opened(pixels: number): Landmarks {
  const heightOf = (vertex: number) => canonicalVertices[3 * vertex + 1];
  return face.map((value, i) => {
    const vertex = Math.floor(i / 3);
    if (i % 3 !== 1 || vertex >= meshVertexCount) return value;
    if (lowerLips.has(vertex)) return value + 0.83 * pixels;
    if (lips.includes(vertex)) return corners.includes(vertex) ? value : value - 0.13 * pixels;
    return value + 0.33 * pixels * ramp(heightOf(mouthCorners.left), heightOf(belowLip), heightOf(vertex));
  });
}

function turned(landmarks: Landmarks, degrees: number): Landmarks {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const result = landmarks.slice();
  for (let i = 0; i < 3 * LANDMARK_COUNT; i += 3) {
    result[i] = landmarks[i] * cos - landmarks[i + 1] * sin;
    result[i + 1] = landmarks[i] * sin + landmarks[i + 1] * cos;
  }
  return result;
}

/** By which the lips part, beyond those of a calm face. */
function parting(landmarks: Landmarks): number {
  const calm = applySimilarity(fitHead(landmarks), canonicalVertices);
  return y(landmarks, lowerLip) - y(landmarks, upperLip) - (y(calm, lowerLip) - y(calm, upperLip));
}

const wideOpen = opened(150);

test('the jaw of a wide open mouth is lower than its landmarks, lips and eyes are not', () => {
  expect(mouthOpennessInDepth(wideOpen)).toBeGreaterThan(0.6);
  const lowered = lowerJaw(wideOpen);
  for (const vertex of [chin, belowLip])
    expect(y(lowered, vertex) - y(wideOpen, vertex)).toBeCloseTo(0.36 * parting(wideOpen), 3);
  const atCorner = y(lowered, besideCorner) - y(wideOpen, besideCorner);
  expect(atCorner).toBeGreaterThan(0);
  expect(atCorner).toBeLessThan(0.2 * parting(wideOpen));
  const atSide = y(lowered, sideOfJaw) - y(wideOpen, sideOfJaw);
  expect(atSide).toBeGreaterThan(0.05 * parting(wideOpen));
  expect(atSide).toBeLessThan(0.25 * parting(wideOpen));
  for (const vertex of [...lips, 1, 33, 263, 10, 468]) expect(y(lowered, vertex)).toBe(y(wideOpen, vertex));
});

test('on a face that lies on its side the jaw moves sideways', () => {
  const [upright, lying] = [lowerJaw(wideOpen), lowerJaw(turned(wideOpen, 90))];
  const expected = turned(upright, 90);
  for (let i = 0; i < 3 * LANDMARK_COUNT; i++) expect(lying[i]).toBeCloseTo(expected[i], 1);
});

test('a head that looks down has its chin lowered in depth as well', () => {
  const pitched = (landmarks: Landmarks) => {
    const [cos, sin] = [Math.cos(0.5), Math.sin(0.5)];
    return landmarks.map((value, i) => {
      const at = i - (i % 3);
      const [down, depth] = [landmarks[at + 1], landmarks[at + 2]];
      return [value, down * cos + depth * sin, depth * cos - down * sin][i % 3];
    });
  };
  const [upright, down] = [pitched(lowerJaw(wideOpen)), lowerJaw(pitched(wideOpen))];
  for (let i = 0; i < 3 * LANDMARK_COUNT; i++) expect(down[i]).toBeCloseTo(upright[i], 1);
});

test('a turned head has the openness of an upright one', () => {
  const loweredBy = (landmarks: Landmarks) => y(lowerJaw(landmarks), chin) - y(landmarks, chin);
  expect(loweredBy(turnedLandmarks(wideOpen, 50))).toBeCloseTo(loweredBy(wideOpen), 0);
  const aside = turnedLandmarks(opened(50), 50);
  expect(mouthOpenness(aside)).toBeGreaterThan(0.45);
  expect(lowerJaw(aside)).toBe(aside);
});

test('the openness of another face can be given', () => {
  const expected = 0.36 * parting(wideOpen);
  for (const [openness, share] of [
    [0.36, 0.04],
    [0.475, 0.5],
    [0.59, 0.96],
  ])
    expect(y(lowerJaw(wideOpen, openness), chin) - y(wideOpen, chin)).toBeCloseTo(share * expected, 2);
});

test('a mouth that speaks keeps its chin, and the change is gradual', () => {
  const speaking = opened(40);
  expect(lowerJaw(speaking)).toBe(speaking);
  expect(lowerJaw(wideOpen, 0.35)).toBe(wideOpen);
  const steps = Array.from({ length: 60 }, (_, i) => opened(40 + 2 * i)).map((landmarks) =>
    y(lowerJaw(landmarks), chin),
  );
  for (let i = 1; i < steps.length; i++) {
    expect(steps[i]).toBeGreaterThan(steps[i - 1]);
    expect(steps[i] - steps[i - 1]).toBeLessThan(4);
  }
});

test('the skin below the lip of a new wide open mouth is not folded', () => {
  const folded = (target: Landmarks) => {
    const destination = destinationMesh(target, trueLandmarks('lin'));
    return Array.from({ length: triangles.count }, (_, triangle) => triangle).filter(
      (triangle) =>
        triangles.classes[triangle] === TriangleClass.skin &&
        cornersOf(triangle).includes(belowLip) &&
        signedArea(destination, triangle) * facingSign <= 0,
    ).length;
  };
  expect(folded(wideOpen)).toBeGreaterThan(0);
  expect(folded(lowerJaw(wideOpen))).toBe(0);
});

test('a new face reaches the lowered chin', async () => {
  const before = { ...(await faceView('diego')), landmarks: opened(120) };
  const after = copyOf(before);
  swapFace(after.image, after.landmarks, await sampleSource('lin'));
  const { width, data } = before.image;
  const column = Math.round(before.landmarks[3 * chin]);
  const lowered = y(lowerJaw(before.landmarks), chin);
  const isChanged = (row: number) => {
    const at = 3 * (Math.round(row) * width + column);
    return [0, 1, 2].some((k) => Math.abs(after.image.data[at + k] - data[at + k]) > 8);
  };
  const rows = [0.25, 0.5].map((share) => y(before.landmarks, chin) + share * (lowered - y(before.landmarks, chin)));
  expect(rows.map(isChanged)).toEqual([true, true]);
});
