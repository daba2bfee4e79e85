import { expect, test } from 'vitest';
import { canonicalVertices } from '#engine/mesh/canonical-mesh';
import { eyeDistance } from '#engine/mesh/pose';
import { chin, lips, mouthCorners } from '#engine/mesh/topology';
import type { Landmarks } from '#engine/types';
import { trueLandmarks, turnedLandmarks } from '#tests/support/face-views';
import { destinationMesh } from './destination';
import { matchMouth } from './mouth-expression';

const calm = trueLandmarks('otto');
const unit = eyeDistance(calm);
const canonical = (vertex: number, axis: number) => canonicalVertices[3 * vertex + axis];
const cornerHeight = canonical(mouthCorners.left, 1);

/**
 * A jaw that drops: the middle of the lower lip by most of `gap`, the upper lip rises by the rest, corners and the chin
 * fall by a quarter and a third.
 */
function opened(landmarks: Landmarks, gap: number): Landmarks {
  return changed(landmarks, (vertex, at) => {
    const isBelow = canonical(vertex, 1) > cornerHeight;
    const fromMiddle = Math.abs(canonical(vertex, 0) / canonical(mouthCorners.right, 0));
    if (lips.includes(vertex)) at.y += gap * (isBelow ? 0.85 - 0.6 * fromMiddle ** 2 : -0.15 + 0.4 * fromMiddle ** 2);
    else if (isBelow) at.y += (gap / 3) * Math.max(0, 1 - fromMiddle / 2);
  });
}

/** A smile: both corners outwards and upwards, what lies between them by a share. */
function smiling(landmarks: Landmarks, wider: number): Landmarks {
  const middle = (landmarks[3 * mouthCorners.left] + landmarks[3 * mouthCorners.right]) / 2;
  const half = landmarks[3 * mouthCorners.right] - middle;
  return changed(landmarks, (vertex, at) => {
    if (!lips.includes(vertex)) return;
    const toCorner = (at.x - middle) / half;
    at.x += (toCorner * wider) / 2;
    at.y -= wider * (0.3 + 0.25 * toCorner ** 2);
  });
}

function changed(landmarks: Landmarks, move: (vertex: number, at: { x: number; y: number }) => void): Landmarks {
  const moved = landmarks.slice();
  for (let vertex = 0; vertex < 468; vertex++) {
    const at = { x: landmarks[3 * vertex], y: landmarks[3 * vertex + 1] };
    move(vertex, at);
    moved.set([at.x, at.y], 3 * vertex);
  }
  return moved;
}

/** How far the vertices lie lower, over the distance of the eyes. */
const lower = (before: Landmarks, after: Landmarks, vertices: readonly number[]): number =>
  vertices.reduce((sum, vertex) => sum + after[3 * vertex + 1] - before[3 * vertex + 1], 0) / vertices.length / unit;

test('a face with its own mouth stays as it is', () => {
  matchMouth(calm, calm).forEach((value, i) => expect(value).toBeCloseTo(calm[i], 3));
});

test.each([
  ['a closed mouth in an open one', calm, opened(calm, 0.5 * unit)],
  ['an open mouth in a closed one', opened(calm, 0.5 * unit), calm],
  ['a calm mouth in a smile', calm, smiling(calm, 0.2 * unit)],
  ['a smile in a calm mouth', smiling(calm, 0.2 * unit), calm],
])('of the same person, %s keeps its place', (_, source, target) => {
  expect(Math.abs(lower(target, destinationMesh(target, source), lips))).toBeLessThan(0.02);
});

/** @param degrees around the vertical axis, and in the picture */
function seenFrom(landmarks: Landmarks, { yaw = 0, roll = 0 }: { yaw?: number; roll?: number }): Landmarks {
  const [cosine, sine] = [Math.cos((roll * Math.PI) / 180), Math.sin((roll * Math.PI) / 180)];
  return changed(turnedLandmarks(landmarks, yaw), (_, at) => {
    [at.x, at.y] = [cosine * at.x - sine * at.y, sine * at.x + cosine * at.y];
  });
}

test.each([{ yaw: 30 }, { yaw: -20 }, { roll: 40 }, { yaw: 30, roll: -30 }])(
  'seen from %o, mouths that open or smile keep their place, too',
  (view) => {
    for (const acted of [opened(calm, 0.5 * unit), smiling(calm, 0.2 * unit)]) {
      const target = seenFrom(acted, view);
      const placed = destinationMesh(target, calm);
      const middle = (axis: number) =>
        lips.reduce((sum, vertex) => sum + placed[3 * vertex + axis] - target[3 * vertex + axis], 0) / lips.length;
      expect(Math.hypot(middle(0), middle(1)) / unit).toBeLessThan(0.025);
    }
  },
);

test('of the width of a mouth, half of what persons differ by stays, and no more', () => {
  const width = (landmarks: Landmarks) => landmarks[3 * mouthCorners.right] - landmarks[3 * mouthCorners.left];
  const widened = (by: number) => smiling(calm, by * width(calm));
  for (const [by, least, most] of [
    [0.08, 1.02, 1.05],
    [0.6, 1.03, 1.07],
  ])
    expect(width(destinationMesh(calm, widened(by))) / width(calm), `${by}`).toSatisfy(
      (ratio: number) => ratio > least && ratio < most,
    );
});

test('the chin and the skin below the lips follow a jaw that drops', () => {
  const open = opened(calm, 0.5 * unit);
  const matched = matchMouth(open, calm);
  for (const vertex of [200, 199, 175, chin]) expect(Math.abs(lower(open, matched, [vertex]))).toBeLessThan(0.1);
  const still = [1, 33, 263, 10, 50, 280];
  expect(lower(calm, matched, still)).toBeCloseTo(0, 2);
});

test('a mouth that lies lower stays lower, whatever it does', () => {
  const low = changed(calm, (vertex, at) => {
    if (lips.includes(vertex)) at.y += 0.06 * unit;
  });
  for (const source of [low, opened(low, 0.5 * unit), smiling(low, 0.2 * unit)]) {
    const moved = lower(calm, destinationMesh(calm, source), lips);
    expect(moved).toBeGreaterThan(0.03);
    expect(moved).toBeLessThan(0.065);
  }
});
