import { describe, expect, test } from 'vitest';
import { trueLandmarks } from '#tests/support/face-views';
import { eyeDistance } from '#engine/mesh/pose';
import type { Landmarks } from '#engine/types';
import { smoothLandmarks } from './smooth';

const face = trueLandmarks('otto');
const eyes = eyeDistance(face);

function track(frames: number, offset: (frame: number) => number): Landmarks[] {
  return Array.from({ length: frames }, (_, frame) =>
    face.map((value, i) => (i % 3 === 0 ? value + offset(frame) * eyes : value)),
  );
}

function smoothedX(moving: Landmarks[]): number[] {
  return moving.map((_, frame) => (smoothLandmarks(moving, frame)[3] - face[3]) / eyes);
}

/** Deterministic, −1 to 1. */
const noise = (frame: number) => Math.sin(frame * 12.9898) * Math.cos(frame * 78.233);

const spread = (values: number[]) => Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length);

describe('smoothLandmarks', () => {
  test('reduces noise at rest', () => {
    const noisy = Array.from({ length: 60 }, (_, frame) => 0.01 * noise(frame));
    const calm = smoothedX(track(60, (frame) => noisy[frame]));
    expect(spread(calm)).toBeLessThan(0.6 * spread(noisy));
  });

  test('reduces noise during movement', () => {
    const noisy = Array.from({ length: 60 }, (_, frame) => 0.01 * noise(frame));
    const moving = smoothedX(track(60, (frame) => 0.08 * frame + noisy[frame])).map((value, i) => value - 0.08 * i);
    expect(spread(moving)).toBeLessThan(0.6 * spread(noisy));
  });

  test('follows constant movement without lag from the first frame to the last', () => {
    for (const speed of [0.005, 0.05, 0.5]) {
      smoothedX(track(20, (frame) => speed * frame)).forEach((value, frame) => {
        expect(value).toBeCloseTo(speed * frame, 3);
      });
    }
  });

  test('keeps the swing of a head and reduces noise of its points', () => {
    const swing = (frame: number) => 0.06 * Math.sin((2 * Math.PI * frame) / 10);
    const swinging = track(30, swing);
    const noisy = swinging.map((landmarks, frame) =>
      landmarks.map((value, i) => (i % 3 === 2 ? value : value + 0.01 * eyes * noise(frame + i))),
    );
    const off = noisy.map((_, frame) => smoothLandmarks(noisy, frame).map((value, i) => value - swinging[frame][i]));
    const middle = off.map((points) => points.filter((_, i) => i % 3 === 0).reduce((sum, x) => sum + x, 0) / 478);
    expect(spread(middle)).toBeLessThan(0.0025 * eyes);
    expect(spread(off.flatMap((points) => [...points].filter((_, i) => i % 3 !== 2)))).toBeLessThan(0.003 * eyes);
  });

  test('neither blurs nor anticipates a jerk', () => {
    const jerk = (frame: number) => (frame < 10 ? 0 : 0.3);
    smoothedX(track(20, jerk)).forEach((value, frame) => expect(value).toBeCloseTo(jerk(frame), 2));
  });
});
