import { expect, test } from 'vitest';
import { eyeDistance } from '#engine/mesh/pose';
import { leftEyeRing, leftIris, rightEyeRing, rightIris } from '#engine/mesh/topology';
import { swapFace } from '#engine/swap/mesh-swapper';
import { brightness, eyeColour } from '#engine/swap/source/iris-colour';
import type { FaceView } from '#engine/types';
import { copyOf, sampleSource } from '#tests/support/face-views';
import { painted } from '#tests/support/painted-people';

const outlines = [leftEyeRing, rightEyeRing];

const ringPath = ({ landmarks }: FaceView, ring: readonly number[]): string =>
  `M${ring.map((vertex) => `${landmarks[3 * vertex]},${landmarks[3 * vertex + 1]}`).join('L')}Z`;

/** Around both eyes. */
function sockets(face: FaceView): string {
  const reach = eyeDistance(face.landmarks);
  return [leftIris, rightIris]
    .map(([iris]) => {
      const [x, y] = [face.landmarks[3 * iris], face.landmarks[3 * iris + 1]];
      const [rx, ry] = [0.24 * reach, 0.17 * reach];
      return `M${x - rx},${y}a${rx},${ry} 0 1 0 ${2 * rx},0a${rx},${ry} 0 1 0 ${-2 * rx},0Z`;
    })
    .join('');
}

const shade = (face: FaceView): string => `<path d="${sockets(face)}" fill="#100806" fill-opacity="0.5"/>`;

/** Eyeballs stay as they are. */
const eyeShadow = (face: FaceView): string => {
  const rings = outlines.map((ring) => ringPath(face, ring)).join('');
  return `<path d="${sockets(face)}${rings}" fill="#100806" fill-opacity="0.5" fill-rule="evenodd"/>`;
};

/** Light of the white after a swap over that before. */
async function lighter(drawing: (face: FaceView) => string): Promise<number> {
  const before = await painted('lin', drawing);
  const after = copyOf(before);
  swapFace(after.image, after.landmarks, await sampleSource('freya'), { masks: before.masks });
  const [old, fresh] = [before, after].map((face) => brightness(eyeColour(face)!.white));
  return fresh / old;
}

test('eyeballs that lay in the shade of the target’s lids become lighter with the new lids', async () => {
  const [usual, shaded] = [await lighter(() => ''), await lighter(shade)];
  expect(usual).toBeGreaterThan(0.94);
  expect(usual).toBeLessThan(1.06);
  expect(shaded).toBeGreaterThan(1.2);
  expect(shaded).toBeLessThan(1.65);
});

test('eyeballs between made-up lids of the target stay as they are', async () => {
  const change = await lighter(eyeShadow);
  expect(change).toBeGreaterThan(0.9);
  expect(change).toBeLessThan(1.1);
});
