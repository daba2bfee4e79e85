import { headPose } from '#engine/mesh/pose';
import { areaOf } from '#engine/nets/boxes';
import type { Image, Person, Pose } from '#engine/types';
import type { FoundFace } from './face-finder';
import { faceThumbnail } from './thumbnail';

/** Key of the n-th person (from 0) in the order faces are found. */
export const personKey = (index: number): string => `p${index + 1}`;

/** Makes persons of the faces found in a photo. */
export async function toPersons(image: Image, faces: readonly FoundFace[]): Promise<Person[]> {
  return Promise.all(
    faces.map(async (face, index) => {
      const pose = headPose(face.landmarks);
      return {
        key: personKey(index),
        box: face.box,
        share: areaOf(face.box) / (image.width * image.height),
        screenTimeMs: 0,
        firstSeenMs: 0,
        bestSeenMs: 0,
        spans: [],
        frontalScore: frontalScore(pose),
        score: face.score,
        landmarks: face.landmarks,
        pose,
        thumbnail: await faceThumbnail(image, face.box),
      };
    }),
  );
}

/** 1 for a face looking straight at us, 0 for one seen from the side, above or below. Roll does not matter. */
export function frontalScore({ yaw, pitch }: Pose): number {
  const radians = Math.PI / 180;
  return Math.max(0, Math.cos(yaw * radians) * Math.cos(pitch * radians));
}
