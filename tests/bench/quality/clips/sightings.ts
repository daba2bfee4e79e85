import type { FaceFinder } from '#engine/analyse/face-finder';
import type { FaceEmbedding } from '#engine/nets/face-embedder';
import type { FaceMasks, Image, Landmarks } from '#engine/types';
import type { TrueFace } from '#tests/support/clips';

export interface Sighting {
  readonly landmarks: Landmarks;
  readonly identity: FaceEmbedding;
  readonly masks?: FaceMasks;
}

const NOSE_TIP = 1;
/** Nose distance, relative to the face's width. */
const NEAR = 0.15;

/** By true id. */
export async function findFacesInFrames(
  finder: FaceFinder,
  images: readonly Image[],
  truth: readonly (readonly TrueFace[])[],
  withMasks = false,
): Promise<Map<string, Sighting>[]> {
  const frames: Map<string, Sighting>[] = [];
  for (const [frame, image] of images.entries()) {
    const seen = new Map<string, Sighting>();
    for (const { landmarks } of await finder.find(image)) {
      const owner = matchTruth(landmarks, truth[frame] ?? []);
      if (owner && !seen.has(owner.id)) {
        const identity = await finder.embed(image, landmarks);
        seen.set(owner.id, { landmarks, identity, ...(withMasks && { masks: await finder.mask(image, landmarks) }) });
      }
    }
    frames.push(seen);
  }
  return frames;
}

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
