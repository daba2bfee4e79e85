import { describe, expect, test } from 'vitest';
import { LANDMARK_COUNT, type Landmarks } from '#engine/types';
import { interpolate, isConstantVelocity } from './constant-velocity';

function face(x: number, stray = 0): Landmarks {
  const landmarks = new Float32Array(3 * LANDMARK_COUNT);
  for (let i = 0; i < landmarks.length; i += 3) landmarks.set([x + (i % 90), 50 + (i % 70), 0], i);
  landmarks.set([x, 50, 0], 3 * 33);
  landmarks.set([x + 100, 50, 0], 3 * 263);
  landmarks[3 * 13 + 1] += stray;
  return landmarks;
}

describe('isConstantVelocity', () => {
  test.each([
    ['at rest', [face(0), face(0), face(0)], true],
    ['at constant velocity', [face(0), face(20), face(40)], true],
    ['with noise', [face(0), face(0, 1), face(0, -1)], true],
    ['not when movement starts', [face(0), face(0), face(20)], false],
    ['not when only a lip jerks', [face(0), face(0), face(0, 9)], false],
    ['not for large steps', [face(0), face(60), face(120)], false],
  ] as const)('%s', (_, [early, before, now], expected) => {
    expect(isConstantVelocity(early, before, now)).toBe(expected);
  });
});

test('interpolate averages the landmarks and takes the lower score', () => {
  const before = { landmarks: face(0), score: 0.95, box: { x: 0, y: 0, width: 1, height: 1 } };
  const after = { ...before, landmarks: face(10, 4), score: 0.9 };
  const view = { width: 400, height: 300 } as Parameters<typeof interpolate>[2];
  const { landmarks, score, box } = interpolate(before, after, view);
  expect(landmarks).toEqual(face(5, 2));
  expect(score).toBe(0.9);
  expect(box).toMatchObject({ x: 5, width: 100 });
});
