import { headPose } from '#engine/mesh/pose';
import { areaOf } from '#engine/nets/boxes';
import type { Image, Person, Pose } from '#engine/types';
import type { FoundFace } from './face-finder';
import { faceThumbnail } from './thumbnail';

export const personKey = (index: number): string => `p${index + 1}`;

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
        sightings: [{ atMs: 0, box: face.box }],
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

/** 1 facing the camera, 0 from the side, above or below. */
export function frontalScore({ yaw, pitch }: Pose): number {
  const radians = Math.PI / 180;
  return Math.max(0, Math.cos(yaw * radians) * Math.cos(pitch * radians));
}
