import { expect, test } from 'vitest';
import { irisDisc } from '#engine/mesh/eyes';
import { leftIris, rightIris } from '#engine/mesh/topology';
import type { FaceView } from '#engine/types';
import { faceView } from '#tests/support/face-views';
import { eyeColour } from './iris-colour';

function mirrored({ image, landmarks }: FaceView): FaceView {
  const { width, height, data } = image;
  const flipped = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at++) {
    const [pixel, channel] = [Math.floor(at / 3), at % 3];
    const [row, column] = [Math.floor(pixel / width), pixel % width];
    flipped[3 * (row * width + width - 1 - column) + channel] = data[at];
  }
  return {
    image: { width, height, data: flipped },
    landmarks: landmarks.map((value, i) => (i % 3 === 0 ? width - value : value)),
  };
}

test('eyes have the same colour in a mirror: distances are measured from the middles of pixels', async () => {
  for (const name of ['tomas', 'lin'] as const) {
    const face = await faceView(name);
    const [seen, reflected] = [eyeColour(face)!, eyeColour(mirrored(face))!];
    for (const part of ['iris', 'white'] as const)
      reflected[part].forEach((value, k) => expect(value, `${name}, ${part}`).toBeCloseTo(seen[part][k], 1));
  }
});

test('dark brown eyes that reflect a blue wall are not red from a flash', async () => {
  const face = await faceView('lin');
  const { image, landmarks } = face;
  for (const iris of [leftIris, rightIris]) {
    const { x, y, radius } = irisDisc(landmarks, iris);
    for (let at = 0; at < image.data.length; at += 3) {
      const [column, row] = [(at / 3) % image.width, Math.floor(at / 3 / image.width)];
      if (Math.hypot(column + 0.5 - x, row + 0.5 - y) < radius) image.data.set([59, 35, 36], at);
    }
  }
  expect(eyeColour(face)!.iris[0]).toBeCloseTo(59, 0);
});
