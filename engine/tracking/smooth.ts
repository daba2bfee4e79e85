import { eyeDistance } from '../mesh/pose';
import type { Landmarks } from '../types';

/** Frames looked at on each side. */
const RADIUS = 3;
/** Width of the bell in time, frames. */
const FRAMES = 1.4;
/** A point that moves much further than this between two frames means it; relative to the distance between the eyes. */
const NOISE = 0.02;

interface Track {
  readonly length: number;
  at(frame: number): Landmarks | undefined;
}

/**
 * Steadies a landmark track without lag: each point becomes the mean of itself a few frames back and forth, weighted by
 * nearness in time and in place, so that trembling is averaged out and movement is left alone (a bilateral filter over
 * time; Tomasi and Manduchi, 1998). Being symmetric it delays nothing.
 * @param track consecutive frames
 */
export function steady(track: Track, frame: number): Landmarks {
  const here = track.at(frame)!;
  const inverseNoise = 1 / (NOISE * eyeDistance(here)) ** 2;
  const sum = new Float32Array(here.length);
  const total = new Float32Array(here.length / 3);
  const reach = Math.min(RADIUS, frame, track.length - 1 - frame);
  for (let offset = -reach; offset <= reach; offset++) {
    const there = track.at(frame + offset)!;
    const inTime = Math.exp(-0.5 * (offset / FRAMES) ** 2);
    for (let point = 0, i = 0; i < here.length; point++, i += 3) {
      const squared = (there[i] - here[i]) ** 2 + (there[i + 1] - here[i + 1]) ** 2;
      const weight = inTime * Math.exp(-0.5 * squared * inverseNoise);
      total[point] += weight;
      for (let axis = i; axis < i + 3; axis++) sum[axis] += weight * there[axis];
    }
  }
  return sum.map((value, i) => value / total[Math.floor(i / 3)]);
}
