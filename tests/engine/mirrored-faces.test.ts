import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FaceFinder } from '#engine/analyse/face-finder';
import { readPicture } from '#engine/media/read-picture';
import { mirroredPoints } from '#engine/mesh/mirrored-points';
import { eyeDistance } from '#engine/mesh/pose';
import { ModelStore } from '#engine/nets/model-store';
import type { Landmarks } from '#engine/types';
import { sampleFaceNames } from '#shared/sample-media';
import { portraitPath } from '#tests/support/portraits';

let finder: FaceFinder;
beforeAll(async () => {
  finder = await FaceFinder.load(await ModelStore.open());
});
afterAll(() => finder.close());

const names = sampleFaceNames.slice(0, 4);

async function pictureAndMirrorImage(file: string) {
  const { image } = await readPicture(file);
  const { image: mirrorImage } = await readPicture(await sharp(file).flop().png().toBuffer());
  return [image, mirrorImage];
}

/** Mean distance of a landmark, with its depth, from that of the mirror image, percent of the eyes' distance. */
function asymmetry(landmarks: Landmarks, ofMirrorImage: Landmarks, width: number): number {
  const distances = Array.from(mirroredPoints, (pair, i) =>
    Math.hypot(
      landmarks[3 * i] - (width - ofMirrorImage[3 * pair]),
      landmarks[3 * i + 1] - ofMirrorImage[3 * pair + 1],
    ),
  );
  return (100 * distances.reduce((sum, distance) => sum + distance)) / distances.length / eyeDistance(landmarks);
}

test.each(names)('%s is found in the same places in a mirror image', async (name) => {
  const [image, mirrorImage] = await pictureAndMirrorImage(portraitPath(name));
  const [[face], [mirrored]] = [await finder.find(image), await finder.find(mirrorImage)];
  expect(asymmetry(face.landmarks, mirrored.landmarks, image.width)).toBeLessThan(0.6);
});

test.each(names)('%s is tracked in the same places in a mirror image', async (name) => {
  const [image, mirrorImage] = await pictureAndMirrorImage(portraitPath(name));
  const [[face], [mirrored]] = [await finder.find(image), await finder.find(mirrorImage)];
  const tracked = await finder.track(image, face.landmarks);
  const trackedMirrored = await finder.track(mirrorImage, mirrored.landmarks);
  expect(asymmetry(tracked!.landmarks, trackedMirrored!.landmarks, image.width)).toBeLessThan(0.6);
});

/** Of the four points after an iris's centre. */
const directions = [
  [1, 0],
  [0, -1],
  [-1, 0],
  [0, 1],
];

test.each(names)('the irises of %s keep their right, top, left and bottom', async (name) => {
  const { image } = await readPicture(portraitPath(name));
  const [{ landmarks }] = await finder.find(image);
  for (const centre of [468, 473]) {
    const [x, y] = landmarks.subarray(3 * centre);
    for (const [i, [right, down]] of directions.entries()) {
      const [edgeX, edgeY] = landmarks.subarray(3 * (centre + 1 + i));
      const radius = right * (edgeX - x) + down * (edgeY - y);
      expect(radius / eyeDistance(landmarks)).toBeGreaterThan(0.04);
    }
  }
});
