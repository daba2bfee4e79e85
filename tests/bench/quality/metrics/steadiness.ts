import { eyeDistance } from '#engine/mesh/pose';
import { stepsFromOval } from '#engine/mesh/topology';
import { meshVertexCount } from '#engine/mesh/canonical-mesh';
import type { FaceView, Landmarks } from '#engine/types';

const inner = Array.from({ length: meshVertexCount }, (_, vertex) => vertex).filter(
  (vertex) => stepsFromOval[vertex] > 0,
);

/** Undefined where hidden. */
export type Sequence<T> = readonly (T | undefined)[];

/** Mean acceleration, percent of the eye distance. */
export function jitter(track: Sequence<Landmarks>): number {
  return meanOfTriples(track, (before, now, after) => {
    const unit = eyeDistance(now);
    const jerk = (vertex: number) =>
      Math.hypot(
        ...[0, 1].map((axis) => bend(before[3 * vertex + axis], now[3 * vertex + axis], after[3 * vertex + axis])),
      );
    return (100 * inner.reduce((sum, vertex) => sum + jerk(vertex), 0)) / inner.length / unit;
  });
}

/** Mean second difference, of 255. */
export function flicker(views: Sequence<FaceView>): number {
  const lights = views.map((view) => view && inner.map((vertex) => lightAround(view, vertex)));
  return meanOfTriples(lights, (before, now, after) => {
    const bends = now.map((value, i) => Math.abs(bend(before[i], value, after[i])));
    return bends.reduce((sum, value) => sum + value, 0) / bends.length;
  });
}

const bend = (before: number, now: number, after: number) => before - 2 * now + after;

function meanOfTriples<T>(sequence: Sequence<T>, value: (before: T, now: T, after: T) => number): number {
  const values = sequence.flatMap((now, frame) => {
    const [before, after] = [sequence[frame - 1], sequence[frame + 1]];
    return before && now && after ? [value(before, now, after)] : [];
  });
  return values.length > 0 ? values.reduce((sum, one) => sum + one, 0) / values.length : 0;
}

/** A tenth of the eye distance wide, 0–255. */
function lightAround({ image, landmarks }: FaceView, vertex: number): number {
  const reach = Math.max(1, Math.round(0.05 * eyeDistance(landmarks)));
  const [middleX, middleY] = [Math.round(landmarks[3 * vertex]), Math.round(landmarks[3 * vertex + 1])];
  let [sum, count] = [0, 0];
  for (let y = Math.max(0, middleY - reach); y <= Math.min(image.height - 1, middleY + reach); y++) {
    for (let x = Math.max(0, middleX - reach); x <= Math.min(image.width - 1, middleX + reach); x++) {
      const at = 3 * (y * image.width + x);
      sum += image.data[at] + image.data[at + 1] + image.data[at + 2];
      count += 3;
    }
  }
  return count > 0 ? sum / count : 0;
}
