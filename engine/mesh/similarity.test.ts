import { expect, test } from 'vitest';
import { canonicalVertices, rigidVertices } from './canonical-mesh';
import { applySimilarity, fitSimilarity } from './similarity';

const radians = Math.PI / 180;

function move(points: Float32Array, turn: number, lean: number, scale: number, [dx, dy, dz]: number[]): Float32Array {
  const [cosTurn, sinTurn, cosLean, sinLean] = [Math.cos(turn), Math.sin(turn), Math.cos(lean), Math.sin(lean)];
  const moved = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const x = cosTurn * points[i] + sinTurn * points[i + 2];
    const z = cosTurn * points[i + 2] - sinTurn * points[i];
    moved[i] = scale * (cosLean * x - sinLean * points[i + 1]) + dx;
    moved[i + 1] = scale * (sinLean * x + cosLean * points[i + 1]) + dy;
    moved[i + 2] = scale * z + dz;
  }
  return moved;
}

test.each([
  [0, 0],
  [30, -20],
  [-75, 140],
  [180, 0],
])('recovers a turn of %i° and a lean of %i°', (turn, lean) => {
  const moved = move(canonicalVertices, turn * radians, lean * radians, 23, [400, 300, -50]);
  const fit = fitSimilarity(canonicalVertices, moved, rigidVertices);
  expect(fit.scale).toBeCloseTo(23, 3);
  const back = applySimilarity(fit, canonicalVertices);
  const worst = Math.max(...back.map((value, i) => Math.abs(value - moved[i])));
  expect(worst).toBeLessThan(0.01);
});

test('never answers with a mirror image', () => {
  const mirrored = canonicalVertices.map((value, i) => (i % 3 === 0 ? -value : value));
  const { rotation: r } = fitSimilarity(canonicalVertices, mirrored, rigidVertices);
  const determinant =
    r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]);
  expect(determinant).toBeCloseTo(1, 6);
});
