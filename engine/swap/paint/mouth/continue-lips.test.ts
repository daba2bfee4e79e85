import { expect, test } from 'vitest';
import { faceView } from '#tests/support/face-views';
import { bytesAt, shortsAt } from '#engine/kernels/memory';
import { innerLipRing, lips, TriangleClass, triangles } from '#engine/mesh/topology';
import { withPixels } from '#engine/swap/geometry/pixels';
import { rasterizeAt } from '#engine/swap/geometry/raster';
import { Workspace } from '#engine/swap/ops/workspace';
import { continueLips } from './continue-lips';

type Colour = readonly [red: number, green: number, blue: number];
const [pink, mauve, white, pale, dark, bluish]: Colour[] = [
  [210, 110, 110],
  [120, 70, 90],
  [215, 205, 195],
  [130, 110, 110],
  [110, 40, 40],
  [190, 100, 150],
];
/** Of a mouth that is opened by as many pixels. */
const opening = 40;
const middle = 5;

interface Mouth {
  /** Of the target's lips. */
  theirs?: Colour;
  /** Of the strip below the teeth. */
  inside?: Colour;
  /** Its height, above the landmarks of the lower lip. */
  strip: number;
  /** Of the picture, where nothing lies in front of the mouth: 1. */
  free?: number;
}

/** The new face is mauve, teeth are white. @returns the colour `up` pixels above the lower lip's edge */
async function painted({ theirs = pink, inside = theirs, strip, free = 1 }: Mouth): Promise<(up: number) => number[]> {
  const { image, landmarks } = await faceView('diego');
  const between = (landmarks[3 * innerLipRing[middle] + 1] + landmarks[3 * innerLipRing[15] + 1]) / 2;
  for (const vertex of lips) if (landmarks[3 * vertex + 1] > between) landmarks[3 * vertex + 1] += opening;
  const [x, edge] = [0, 1].map((axis) => Math.round(landmarks[3 * innerLipRing[middle] + axis]));
  const { width, height } = image;
  const region = { x: 0, y: 0, width, height };
  const isTooth = (row: number) => row > edge - opening && row < edge - strip;
  let after = new Uint8Array();
  withPixels(image, region, (pixels) => {
    rasterizeAt(pixels.ids, landmarks, region, 1, new Workspace());
    const [original, face] = [pixels.original, pixels.painted].map((at) => bytesAt(at, 3 * width * height));
    for (const [i, id] of shortsAt(pixels.ids, width * height).entries()) {
      const isMouth = triangles.classes[id] === TriangleClass.mouth;
      const own = isMouth ? (isTooth(Math.floor(i / width)) ? white : inside) : theirs;
      original.set(own, 3 * i);
      face.set(isMouth ? own : mauve, 3 * i);
    }
    const deformation = { target: landmarks, destination: landmarks, fromTarget: new Uint8Array(0) };
    const canvas = { region, cell: 1, columns: width, rows: height };
    const alpha = new Float32Array(width * height).fill(free);
    continueLips(pixels, canvas, deformation, { skin: alpha, alpha });
    after = bytesAt(pixels.painted, 3 * width * height).slice();
  });
  return (up) => [...after.subarray(3 * ((edge - up) * width + x), 3 * ((edge - up) * width + x) + 3)];
}

test('a strip of the target’s lower lip inside the mouth becomes the new lip', async () => {
  const at = await painted({ strip: 4 });
  at(1).forEach((value, k) => expect(Math.abs(value - mauve[k])).toBeLessThan(20));
});

test('teeth stay', async () => {
  const at = await painted({ strip: 4 });
  expect(at(6)).toEqual(white);
});

test('a tongue stays: it lies deeper than the strip', async () => {
  const at = await painted({ strip: 30 });
  expect(at(20)).toEqual(pink);
});

test.each([
  ['lips that are as pale as teeth', { theirs: pale, strip: 4 }],
  ['the tip of a tongue', { inside: bluish, strip: 4 }],
  ['the dark inside of a mouth', { inside: dark, strip: 4 }],
  ['what lies in front of the mouth', { strip: 4, free: 0 }],
] as const)('%s', async (_name, mouth: Mouth) => {
  const at = await painted(mouth);
  expect(at(2)).toEqual(mouth.inside ?? mouth.theirs ?? pink);
});
