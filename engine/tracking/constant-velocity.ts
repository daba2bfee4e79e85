import type { SeenFace } from './best-views';
import type { View } from '#engine/nets/view';
import { boundsOf, clampBox } from '#engine/nets/boxes';
import { MESH_POINTS } from '#engine/nets/face-mesher';
import { eyeDistance } from '#engine/mesh/pose';
import type { Landmarks } from '#engine/types';

/**
 * Most that a point may leave an even course over four frames, relative to the distance between the eyes. Midway
 * between two looks it is then within an eighth of that of where it would have been seen: less than the nets tremble.
 */
const UNEVEN = 0.05;
/** Most that a point may move from one look to the next: further, a crop of the last look shows too little of the face. */
const FAR = 0.35;

/** Whether a face that is looked at every other frame moves so evenly that the frames between say nothing new. */
export function isEven(early: Landmarks, before: Landmarks, now: Landmarks): boolean {
  const eyes = eyeDistance(now);
  const [uneven, far] = [(UNEVEN * eyes) ** 2, (FAR * eyes) ** 2];
  for (let i = 0; i < now.length; i += 3) {
    const [x, y] = [now[i] - before[i], now[i + 1] - before[i + 1]];
    if (x * x + y * y > far) return false;
    const [turnX, turnY] = [x - before[i] + early[i], y - before[i + 1] + early[i + 1]];
    if (turnX * turnX + turnY * turnY > uneven) return false;
  }
  return true;
}

/** The face halfway between two looks. */
export function halfway(before: SeenFace, after: SeenFace, { width, height }: View): SeenFace {
  const landmarks = before.landmarks.map((value, i) => 0.5 * (value + after.landmarks[i]));
  const box = clampBox(boundsOf(landmarks, MESH_POINTS), width, height);
  return { landmarks, box, score: Math.min(before.score, after.score) };
}
