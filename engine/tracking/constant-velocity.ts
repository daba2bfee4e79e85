import type { MeshedFace } from './best-views';
import type { View } from '#engine/nets/view';
import { boundsOf, clampBox } from '#engine/nets/boxes';
import { meshVertexCount } from '#engine/mesh/canonical-mesh';
import { eyeDistance } from '#engine/mesh/pose';
import type { Landmarks } from '#engine/types';

/** Eye distances. Interpolation is off by at most an eighth, less than the nets' noise. */
const MAX_DEVIATION = 0.05;
/** Eye distances. Beyond it the crop shows too little of the face. */
const MAX_STEP = 0.35;

/** For a face tracked on every other frame. */
export function isConstantVelocity(early: Landmarks, before: Landmarks, now: Landmarks): boolean {
  const eyes = eyeDistance(now);
  const [uneven, far] = [(MAX_DEVIATION * eyes) ** 2, (MAX_STEP * eyes) ** 2];
  for (let i = 0; i < now.length; i += 3) {
    const [x, y] = [now[i] - before[i], now[i + 1] - before[i + 1]];
    if (x * x + y * y > far) return false;
    const [turnX, turnY] = [x - before[i] + early[i], y - before[i + 1] + early[i + 1]];
    if (turnX * turnX + turnY * turnY > uneven) return false;
  }
  return true;
}

export function interpolate(before: MeshedFace, after: MeshedFace, { width, height }: View): MeshedFace {
  const landmarks = before.landmarks.map((value, i) => 0.5 * (value + after.landmarks[i]));
  const box = clampBox(boundsOf(landmarks, meshVertexCount), width, height);
  return { landmarks, box, score: Math.min(before.score, after.score) };
}
