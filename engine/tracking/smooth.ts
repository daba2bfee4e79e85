import { eyeDistance } from '../mesh/pose';
import type { Landmarks } from '../types';

/** Frames looked at on each side. */
const RADIUS = 3;
/** Width of the bell in time, frames. */
const FRAMES = 1.8;
/** A point that leaves its even course by much more than this means it; relative to the distance between the eyes. */
const NOISE = 0.02;

interface Track {
  readonly length: number;
  at(frame: number): Landmarks | undefined;
}

/**
 * Steadies a landmark track without lag. Of the frames on either side each pair, one as long before as the other after,
 * says where a point would be if it moved evenly; what they say is averaged with what was seen, weighted by nearness in
 * time and by how little it differs (a bilateral filter over time; Tomasi and Manduchi, 1998). So trembling is averaged
 * out at rest and in movement, while a jerk, a blink or a word is left alone.
 * @param track consecutive frames
 */
export function steady(track: Track, frame: number): Landmarks {
  const here = track.at(frame)!;
  const inverseNoise = 1 / (NOISE * eyeDistance(here)) ** 2;
  const sum = here.slice();
  const total = new Float32Array(here.length / 3).fill(1);
  const reach = Math.min(RADIUS, frame, track.length - 1 - frame);
  for (let offset = 1; offset <= reach; offset++) {
    const [before, after] = [track.at(frame - offset)!, track.at(frame + offset)!];
    const inTime = 2 * Math.exp(-0.5 * (offset / FRAMES) ** 2);
    for (let point = 0, i = 0; i < here.length; point++, i += 3) {
      const x = 0.5 * (before[i] + after[i]);
      const y = 0.5 * (before[i + 1] + after[i + 1]);
      const squared = (x - here[i]) ** 2 + (y - here[i + 1]) ** 2;
      const weight = inTime * Math.exp(-0.5 * squared * inverseNoise);
      total[point] += weight;
      sum[i] += weight * x;
      sum[i + 1] += weight * y;
      sum[i + 2] += weight * 0.5 * (before[i + 2] + after[i + 2]);
    }
  }
  return sum.map((value, i) => value / total[Math.floor(i / 3)]);
}
