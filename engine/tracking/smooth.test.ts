import { describe, expect, it } from 'vitest';
import { trueLandmarks } from '#tests/support/face-views';
import { eyeDistance } from '#engine/mesh/pose';
import type { Landmarks } from '#engine/types';
import { smoothLandmarks } from './smooth';

const face = trueLandmarks('otto');
const eyes = eyeDistance(face);

/** The face, shifted in x by `offset(frame)` eye distances. */
function track(frames: number, offset: (frame: number) => number): Landmarks[] {
  return Array.from({ length: frames }, (_, frame) =>
    face.map((value, i) => (i % 3 === 0 ? value + offset(frame) * eyes : value)),
  );
}

/** Smoothed x of the nose in each frame, in eye distances from the start. */
function steadied(moving: Landmarks[]): number[] {
  return moving.map((_, frame) => (smoothLandmarks(moving, frame)[3] - face[3]) / eyes);
}

/** Deterministic, −1 to 1. */
const noise = (frame: number) => Math.sin(frame * 12.9898) * Math.cos(frame * 78.233);

const spread = (values: number[]) => Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length);

describe('a steadied track', () => {
  it('trembles much less', () => {
    const trembling = Array.from({ length: 60 }, (_, frame) => 0.01 * noise(frame));
    const calm = steadied(track(60, (frame) => trembling[frame]));
    expect(spread(calm)).toBeLessThan(0.6 * spread(trembling));
  });

  it('trembles much less while it moves, too', () => {
    const trembling = Array.from({ length: 60 }, (_, frame) => 0.01 * noise(frame));
    const moving = steadied(track(60, (frame) => 0.08 * frame + trembling[frame])).map((value, i) => value - 0.08 * i);
    expect(spread(moving)).toBeLessThan(0.6 * spread(trembling));
  });

  it('keeps up with steady movement, from the first frame to the last', () => {
    for (const speed of [0.005, 0.05, 0.5]) {
      steadied(track(20, (frame) => speed * frame)).forEach((value, frame) => {
        expect(value).toBeCloseTo(speed * frame, 3);
      });
    }
  });

  it('keeps the swing of a head, while the points on it tremble less', () => {
    const swing = (frame: number) => 0.06 * Math.sin((2 * Math.PI * frame) / 10);
    const swinging = track(30, swing);
    const trembling = swinging.map((landmarks, frame) =>
      landmarks.map((value, i) => (i % 3 === 2 ? value : value + 0.01 * eyes * noise(frame + i))),
    );
    const off = trembling.map((_, frame) =>
      smoothLandmarks(trembling, frame).map((value, i) => value - swinging[frame][i]),
    );
    const middle = off.map((points) => points.filter((_, i) => i % 3 === 0).reduce((sum, x) => sum + x, 0) / 478);
    expect(spread(middle)).toBeLessThan(0.0025 * eyes);
    expect(spread(off.flatMap((points) => [...points].filter((_, i) => i % 3 !== 2)))).toBeLessThan(0.003 * eyes);
  });

  it('neither blurs nor foresees a jerk', () => {
    const jerk = (frame: number) => (frame < 10 ? 0 : 0.3);
    steadied(track(20, jerk)).forEach((value, frame) => expect(value).toBeCloseTo(jerk(frame), 2));
  });
});
