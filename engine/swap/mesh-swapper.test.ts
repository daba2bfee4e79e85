import { expect, test } from 'vitest';
import { copyOf, faceView, sampleSource, turnedLandmarks, withMasks } from '#tests/support/face-views';
import type { SampleFaceName } from '#shared/sample-media';
import type { FaceView, Image, Landmarks } from '#engine/types';
import { swapFace } from './mesh-swapper';
import { masksToPicture } from '#engine/nets/face-masker';
import { eyeDistance, headPose } from '#engine/mesh/pose';
import { TriangleClass, triangles } from '#engine/mesh/topology';
import { Workspace } from './ops/workspace';
import { rasterize, uncovered } from './geometry/raster';
import { meshBounds } from './geometry/face-crop';

async function swapped(source: SampleFaceName, target: SampleFaceName): Promise<{ before: FaceView; after: FaceView }> {
  const before = await withMasks(await faceView(target));
  const after = copyOf(before);
  swapFace(after.image, after.landmarks, await sampleSource(source), { masks: before.masks });
  return { before, after };
}

function colourAt({ image, landmarks }: FaceView, vertex: number, radius = 8): number[] {
  const mean = [0, 0, 0];
  const [x, y] = [Math.round(landmarks[3 * vertex]), Math.round(landmarks[3 * vertex + 1])];
  for (let row = y - radius; row < y + radius; row++) {
    for (let column = x - radius; column < x + radius; column++) {
      for (let k = 0; k < 3; k++) mean[k] += image.data[3 * (row * image.width + column) + k] / (2 * radius) ** 2;
    }
  }
  return mean;
}

const difference = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, k) => sum + Math.abs(value - b[k]), 0) / a.length;

function pixelsChanged(before: Image, after: Image, where: (x: number, y: number) => boolean): number {
  let changed = 0;
  for (let i = 0; i < before.width * before.height; i++) {
    if (!where(i % before.width, Math.floor(i / before.width))) continue;
    const same = [0, 1, 2].every((k) => before.data[3 * i + k] === after.data[3 * i + k]);
    if (!same) changed++;
  }
  return changed;
}

const cheeks = [36, 266];

test('paints most of the face and nothing outside its box', async () => {
  const { before, after } = await swapped('lin', 'diego');
  const { left, top, right, bottom } = meshBounds(before.landmarks);
  const inBox = (x: number, y: number) => x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1;
  expect(pixelsChanged(before.image, after.image, (x, y) => !inBox(x, y))).toBe(0);
  expect(pixelsChanged(before.image, after.image, inBox)).toBeGreaterThan(0.4 * (right - left) * (bottom - top));
});

test('a beard of the source reaches a little below the chin of the mesh, skin does not', async () => {
  const chin = 152;
  const belowChin = async (source: SampleFaceName) => {
    const { before, after } = await swapped(source, 'lin');
    const [x, y] = [before.landmarks[3 * chin], before.landmarks[3 * chin + 1]];
    const reach = 0.015 * eyeDistance(before.landmarks);
    const isBelow = (column: number, row: number) => Math.abs(column - x) < 20 && row > y + 2 && row < y + 2 + reach;
    return pixelsChanged(before.image, after.image, isBelow);
  };
  expect(await belowChin('malik')).toBeGreaterThan(20);
  expect(await belowChin('freya')).toBe(0);
});

test.each([
  ['amara', 'freya'],
  ['freya', 'amara'],
  ['nadia', 'tomas'],
  ['elsa', 'malik'],
] as const)('%s on %s gets the target’s skin tone', async (source, target) => {
  const { before, after } = await swapped(source, target);
  const own = colourAt(await faceView(source), cheeks[0]);
  for (const cheek of cheeks) {
    const wanted = colourAt(before, cheek);
    expect(difference(own, wanted)).toBeGreaterThan(25);
    expect(difference(colourAt(after, cheek), wanted)).toBeLessThan(0.35 * difference(own, wanted));
  }
});

test('swapping a face onto itself hardly changes it', async () => {
  const { before, after } = await swapped('diego', 'diego');
  const { left, top, right, bottom } = meshBounds(before.landmarks);
  let sum = 0;
  let count = 0;
  for (let y = Math.ceil(top); y < bottom; y++) {
    for (let x = 3 * Math.ceil(left); x < 3 * Math.floor(right); x++) {
      const at = 3 * y * before.image.width + x;
      sum += Math.abs(before.image.data[at] - after.image.data[at]);
      count++;
    }
  }
  expect(sum / count).toBeLessThan(9);
});

test('the target’s glasses stay in front of the new face', async () => {
  const { before, after } = await swapped('tomas', 'sofia');
  const dark = ({ image }: FaceView, i: number) =>
    image.data[3 * i] + image.data[3 * i + 1] + image.data[3 * i + 2] < 90;
  const [top, bottom] = [before.landmarks[3 * 145 + 1] + 20, before.landmarks[3 * 50 + 1] + 40];
  let rims = 0;
  let kept = 0;
  for (let y = Math.round(top); y < bottom; y++) {
    for (let x = Math.round(before.landmarks[3 * 116]); x < before.landmarks[3 * 345]; x++) {
      const i = y * before.image.width + x;
      if (!dark(before, i)) continue;
      rims++;
      if (dark(after, i)) kept++;
    }
  }
  expect(rims).toBeGreaterThan(300);
  expect(kept / rims).toBeGreaterThan(0.8);
});

test.each([
  ['a microphone before the lips', 13, [38, 38, 42]],
  ['a leaf before an eye', 159, [60, 120, 55]],
  ['a strand of hair as broad as an eye', 386, [70, 42, 26]],
] as const)('%s stays in front of the new face', async (_, vertex, colour) => {
  const before = await faceView('freya');
  const { image, landmarks } = before;
  const [x, y] = [landmarks[3 * vertex], landmarks[3 * vertex + 1]];
  const radius = 0.22 * eyeDistance(landmarks);
  const inside = (reach: number) => (column: number, row: number) => Math.hypot(column - x, row - y) < reach;
  for (let i = 0; i < image.width * image.height; i++) {
    if (inside(radius)(i % image.width, Math.floor(i / image.width))) image.data.set(colour, 3 * i);
  }
  const after = copyOf(before);
  swapFace(after.image, landmarks, await sampleSource('kenji'));
  expect(visiblyChanged(image, after.image, inside(0.85 * radius))).toBeLessThan(0.12);
});

test('an occluder over half the face is not painted over', async () => {
  const before = await faceView('freya');
  const { image, landmarks } = before;
  const [edge, top, bottom] = [landmarks[3 * 4], landmarks[3 * 10 + 1], landmarks[3 * 152 + 1]];
  const hidden = (x: number, y: number) => x < edge && y > top && y < bottom;
  for (let i = 0; i < image.width * image.height; i++) {
    if (hidden(i % image.width, Math.floor(i / image.width))) image.data.set([74, 107, 82], 3 * i);
  }
  const after = copyOf(before);
  swapFace(after.image, landmarks, await sampleSource('kenji'));
  expect(visiblyChanged(image, after.image, (x, y) => hidden(x + 12, y))).toBeLessThan(0.02);
});

function visiblyChanged(before: Image, after: Image, where: (x: number, y: number) => boolean): number {
  let changed = 0;
  let total = 0;
  for (let i = 0; i < before.width * before.height; i++) {
    if (!where(i % before.width, Math.floor(i / before.width))) continue;
    total++;
    if ([0, 1, 2].some((k) => Math.abs(before.data[3 * i + k] - after.data[3 * i + k]) > 12)) changed++;
  }
  return changed / total;
}

test('a beard is kept and the lips within it are painted', async () => {
  const { before, after } = await swapped('freya', 'malik');
  const chin = 199;
  const lip = 15;
  expect(difference(colourAt(after, chin), colourAt(before, chin))).toBeLessThan(4);
  expect(pixelsChanged(before.image, after.image, nearTo(before, lip))).toBeGreaterThan(50);
});

test('a beard is kept as a whole under uneven light', async () => {
  const { before, after } = await swapped('freya', 'otto');
  for (const vertex of [199, 208, 428, 169, 394]) {
    expect(difference(colourAt(after, vertex), colourAt(before, vertex))).toBeLessThan(6);
  }
});

/** Light below a corner of the mouth over that without the fold that the target has there. */
async function foldAfterSwap(isLaughing: boolean): Promise<number> {
  const [corner, belowFold] = [216, 212];
  const after = await Promise.all(
    [1, 0.6].map(async (depth) => {
      const view = await faceView('lin');
      const { image, landmarks } = view;
      const fold = nearTo(view, belowFold, 0.03 * eyeDistance(landmarks));
      const alongFold = nearTo(view, corner, 0.03 * eyeDistance(landmarks));
      for (let i = 0; i < image.width * image.height; i++) {
        const [x, y] = [i % image.width, Math.floor(i / image.width)];
        if (fold(x, y) || alongFold(x, y)) for (let k = 3 * i; k < 3 * i + 3; k++) image.data[k] *= depth;
      }
      const place = copyOf(view);
      if (isLaughing) laugh(landmarks);
      swapFace(image, landmarks, await sampleSource('amara'));
      return colourAt({ image, landmarks: place.landmarks }, corner, 3)[1];
    }),
  );
  return after[1] / after[0];
}

function laugh(landmarks: Landmarks): void {
  const [left, right, upper, lower] = [61, 291, 13, 14];
  const width = landmarks[3 * right] - landmarks[3 * left];
  landmarks[3 * left] -= 0.15 * width;
  landmarks[3 * right] += 0.15 * width;
  landmarks[3 * upper + 1] -= 0.12 * width;
  landmarks[3 * lower + 1] += 0.12 * width;
}

test('a laughing target keeps the folds beside its mouth, a calm one does not', async () => {
  expect(await foldAfterSwap(false)).toBeGreaterThan(0.97);
  expect(await foldAfterSwap(true)).toBeLessThan(0.92);
});

test('a shade on the cheek is painted over, wherever the landmarks lie to a pixel', async () => {
  const results = await Promise.all(
    [0, 0.7].map(async (moved) => {
      const view = await withMasks(await faceView('elsa'));
      const landmarks = view.landmarks.map((value) => value + moved);
      swapFace(view.image, landmarks, await sampleSource('diego'), { masks: view.masks });
      return view;
    }),
  );
  const { left, top, right, bottom } = meshBounds(results[0].landmarks);
  const inFace = (x: number, y: number) => x > left && x < right && y > top && y < bottom;
  expect(visiblyChanged(results[0].image, results[1].image, inFace)).toBeLessThan(0.035);
});

test('the base of the nose lies in front of a moustache that stays', async () => {
  const { before, after } = await swapped('freya', 'otto');
  const [noseBase, belowNose] = [2, 164];
  const around = (vertex: number) => visiblyChanged(before.image, after.image, nearTo(before, vertex));
  expect(around(noseBase)).toBeGreaterThan(0.8);
  expect(around(belowNose)).toBeLessThan(0.5);
});

test('bare skin between a beard and the corner of the mouth stays', async () => {
  const before = await withMasks(await faceView('otto'));
  const belowCorner = 212;
  const { side, beard } = before.masks!;
  const [a, b, c, d, e, f] = masksToPicture(before.landmarks, side);
  const isBare = nearTo(before, belowCorner, 12);
  const withGap = beard!.map((share, i) => {
    const [column, row] = [i % side, Math.floor(i / side)];
    return isBare(a * column + b * row + c, d * column + e * row + f) ? 0 : share;
  });
  const after = copyOf(before);
  swapFace(after.image, after.landmarks, await sampleSource('freya'), { masks: { side, beard: withGap } });
  expect(visiblyChanged(before.image, after.image, isBare)).toBe(0);
});

const nearTo =
  ({ landmarks }: FaceView, vertex: number, radius = 6) =>
  (x: number, y: number) =>
    Math.hypot(x - landmarks[3 * vertex], y - landmarks[3 * vertex + 1]) < radius;

test('a reused workspace gives the same pixels as a new one', async () => {
  const source = await sampleSource('ines');
  const workspace = new Workspace();
  const [first, second] = [await faceView('malik'), await faceView('lin')];
  const fresh = copyOf(second);
  swapFace(fresh.image, fresh.landmarks, source);
  swapFace(first.image, first.landmarks, source, { workspace });
  swapFace(second.image, second.landmarks, source, { workspace });
  expect(Buffer.compare(second.image.data, fresh.image.data)).toBe(0);
});

test('a head that is turned aside gets the atlas of its own pose, also upside down', async () => {
  const upright = await faceView('tomas');
  const aside = turnedLandmarks(upright.landmarks, 40);
  const [frontal, turned] = [await sampleSource('kenji'), await sampleSource('amara')];
  const source = {
    ...frontal,
    poses: [upright.landmarks, aside].map((landmarks, i) => ({
      pose: headPose(landmarks),
      levels: [frontal, turned][i].atlas,
    })),
  };
  const rolled = { image: upsideDown(upright.image), landmarks: upsideDownLandmarks(upright.image, aside) };
  const swapWith = (view: FaceView, material: typeof source) => {
    const { image, landmarks } = copyOf(view);
    swapFace(image, landmarks, material);
    return image.data;
  };
  for (const view of [{ image: upright.image, landmarks: aside }, rolled])
    expect(Buffer.compare(swapWith(view, source), swapWith(view, { ...source, atlas: turned.atlas, poses: [] }))).toBe(
      0,
    );
});

function upsideDown({ width, height, data }: Image): Image {
  const rolled = new Uint8Array(data.length);
  for (let i = 0; i < width * height; i++) rolled.set(data.subarray(3 * i, 3 * i + 3), 3 * (width * height - 1 - i));
  return { width, height, data: rolled };
}

const upsideDownLandmarks = ({ width, height }: Image, landmarks: Landmarks): Landmarks =>
  landmarks.map((value, i) => [width - value, height - value, value][i % 3]);

test.each([
  [-300, 0],
  [0, -420],
  [400, 380],
])('a face partly outside the picture, moved by %i, %i, is painted where visible', async (dx, dy) => {
  const before = await faceView('tomas');
  const landmarks = before.landmarks.map((value, i) => value + [dx, dy, 0][i % 3]);
  const after = copyOf({ image: before.image, landmarks });
  swapFace(after.image, landmarks, await sampleSource('kenji'));
  expect(pixelsChanged(before.image, after.image, () => true)).toBeGreaterThan(1000);
});

test('a tiny face, or one outside the picture, does not change', async () => {
  const before = await faceView('tomas');
  const source = await sampleSource('kenji');
  for (const landmarks of [
    before.landmarks.map((value) => value / 60),
    before.landmarks.map((value) => value + 5000),
  ]) {
    const after = copyOf({ image: before.image, landmarks });
    swapFace(after.image, landmarks, source);
    expect(Buffer.compare(after.image.data, before.image.data)).toBe(0);
  }
});

test('the inside of an open mouth comes from the target', async () => {
  const before = await faceView('diego');
  const { image, landmarks } = before;
  const ids = new Int16Array(image.width * image.height);
  rasterize(landmarks, { x: 0, y: 0, width: image.width, height: image.height }, 1, ids, new Workspace());
  const green = (data: Uint8Array, i: number) => data[3 * i] < 60 && data[3 * i + 1] > 200 && data[3 * i + 2] < 60;
  ids.forEach((id, i) => {
    if (id !== uncovered && triangles.classes[id] === TriangleClass.mouth) image.data.set([0, 255, 0], 3 * i);
  });
  const after = copyOf(before);
  swapFace(after.image, landmarks, await sampleSource('amara'));
  const greens = (data: Uint8Array) => ids.filter((_, i) => green(data, i)).length;
  expect(greens(image.data)).toBeGreaterThan(200);
  expect(greens(after.image.data)).toBeGreaterThan(0.6 * greens(image.data));
});
