import { expect, test } from 'vitest';
import { copyOf, faceView, sampleSource } from '#tests/support/face-views';
import type { FaceView } from '#engine/types';
import { leftEyeRing, rightEyeRing } from '#engine/mesh/topology';
import { swapFace } from '#engine/swap/mesh-swapper';

/** Within half of the ring's size around its middle. */
function insideEyes({ image, landmarks }: FaceView, visit: (at: number) => void): void {
  for (const ring of [leftEyeRing, rightEyeRing]) {
    const columns = ring.map((vertex) => landmarks[3 * vertex]);
    const rows = ring.map((vertex) => landmarks[3 * vertex + 1]);
    const [x, y] = [columns, rows].map((places) => (Math.min(...places) + Math.max(...places)) / 2);
    const [across, down] = [columns, rows].map((places) => (Math.max(...places) - Math.min(...places)) / 4);
    for (let row = Math.ceil(y - down); row < y + down; row++)
      for (let column = Math.ceil(x - across); column < x + across; column++) visit(3 * (row * image.width + column));
  }
}

function redness(face: FaceView): number {
  let [red, green] = [0, 0];
  insideEyes(face, (at) => {
    red += face.image.data[at];
    green += face.image.data[at + 1];
  });
  return red / green;
}

test('eyeballs that are redder than the target’s skin become like it', async () => {
  const target = await faceView('diego');
  insideEyes(target, (at) => target.image.data.set([120, 48, 40], at));
  const after = copyOf(target);
  swapFace(after.image, after.landmarks, await sampleSource('lin'));
  expect(redness(target)).toBeCloseTo(2.5, 1);
  expect(redness(after)).toBeLessThan(1.6);
});

test('in blue light black pupils stay black', async () => {
  const target = await faceView('diego');
  const { data } = target.image;
  for (let at = 0; at < data.length; at++) data[at] *= [0.2, 0.8, 1][at % 3];
  insideEyes(target, (at) => data.set([1, 0, 0], at));
  const after = copyOf(target);
  swapFace(after.image, after.landmarks, await sampleSource('lin'));
  let brightest = 0;
  insideEyes(after, (at) => (brightest = Math.max(brightest, after.image.data[at])));
  expect(brightest).toBeLessThan(150);
});
