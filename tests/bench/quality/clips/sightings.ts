import type { FaceFinder } from '#engine/analyse/face-finder';
import type { FaceEmbedding } from '#engine/nets/face-embedder';
import type { Image, Landmarks } from '#engine/types';
import type { TrueFace } from '#tests/support/clips';

/** A face found in a frame at the place of somebody who is there in truth. */
export interface Sighting {
  readonly landmarks: Landmarks;
  readonly identity: FaceEmbedding;
}

const NOSE_TIP = 1;
/** How far from the true nose a found one may be, relative to the width of the face. */
const NEAR = 0.15;

/** Everybody found in each frame, by who they are in truth. */
export async function findFacesInFrames(
  finder: FaceFinder,
  images: readonly Image[],
  truth: readonly (readonly TrueFace[])[],
): Promise<Map<string, Sighting>[]> {
  const frames: Map<string, Sighting>[] = [];
  for (const [frame, image] of images.entries()) {
    const seen = new Map<string, Sighting>();
    for (const { landmarks } of await finder.find(image)) {
      const owner = matchTruth(landmarks, truth[frame] ?? []);
      if (owner && !seen.has(owner.id)) {
        seen.set(owner.id, { landmarks, identity: await finder.embed(image, landmarks) });
      }
    }
    frames.push(seen);
  }
  return frames;
}

/** Whose nose these landmarks have, if anybody's. */
export function matchTruth(landmarks: Landmarks, faces: readonly TrueFace[]): TrueFace | undefined {
  const [nearest] = faces
    .map((face) => {
      const [, x, y] = face.lm.find(([index]) => index === NOSE_TIP)!;
      const away = Math.hypot(landmarks[3 * NOSE_TIP] - x, landmarks[3 * NOSE_TIP + 1] - y);
      return { face, away: away / (face.box[2] - face.box[0]) };
    })
    .sort((a, b) => a.away - b.away);
  return nearest && nearest.away < NEAR ? nearest.face : undefined;
}
