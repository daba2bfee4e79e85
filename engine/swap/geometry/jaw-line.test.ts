import { expect, test } from 'vitest';
import { chin, foreheadTop } from '#engine/mesh/topology';
import { faceView, rolledLandmarks } from '#tests/support/face-views';
import type { Landmarks } from '#engine/types';
import { canvasFor } from './canvas';
import { aroundJaw, jaw } from './jaw-line';

const { image, landmarks } = await faceView('diego');
const reach = 0.1;

/** What the cell at a share of the line from the forehead to the chin has; beyond 1 lies the neck. */
function at(face: Landmarks, share: number) {
  const canvas = canvasFor(image, face)!;
  const { region, cell, columns } = canvas;
  const between = (axis: number) =>
    face[3 * foreheadTop + axis] + share * (face[3 * chin + axis] - face[3 * foreheadTop + axis]);
  const column = Math.floor((between(0) - region.x) / cell);
  const row = Math.floor((between(1) - region.y) / cell);
  const around = aroundJaw(canvas, face, reach);
  const i = row * columns + column;
  return { away: around.away[i], below: around.below[i], place: around.place[i] };
}

test.each([0, 30, -30])('a head rolled by %d° has its neck below the chin', (degrees) => {
  const face = rolledLandmarks(landmarks, degrees);
  const { away, below, place } = at(face, 1.03);
  expect(away).toBeGreaterThan(0.02);
  expect(away).toBeLessThan(0.04);
  expect(below).toBeGreaterThan(0.95);
  expect(Math.abs(place - jaw.indexOf(chin))).toBeLessThan(1);
});

test('inside the face the distance is negative, and beyond the reach infinite', () => {
  expect(at(landmarks, 0.97).away).toBeLessThan(0);
  expect(at(landmarks, 0.5).away).toBe(Infinity);
});
