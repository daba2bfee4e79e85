import { expect, test } from 'vitest';
import { masksToPicture } from '#engine/nets/face-masker';
import { moustacheShare } from '#engine/swap/judge/moustache';
import { prepareSource, type MeshSource } from '#engine/swap/mesh-swapper';
import type { FaceView } from '#engine/types';
import { differenceAt, forPixels, meanColour, plain, roughnessAt, swap } from '#tests/support/face-measures';
import { faceView, sampleSource } from '#tests/support/face-views';
import { beard, beardOfHairs, lipstick, moustache, painted } from '#tests/support/painted-people';

const middleOfLowerLip = 16;
const underNose = 164;

/** Prepared once for the tests that use it: takes most of a second. */
let prepared: Promise<MeshSource> | undefined;
const beardedKenji = () => (prepared ??= bearded('kenji', beard).then((face) => prepareSource([face])));

/** As a net would see it that sees all of it, and nothing else. */
async function bearded(
  name: Parameters<typeof faceView>[0],
  drawing: Parameters<typeof painted>[1],
): Promise<FaceView> {
  const face = await painted(name, drawing);
  return { ...face, masks: { side: face.masks!.side, beard: await maskOf(name, face) } };
}

test('a moustache of the target stays or goes whole', async () => {
  const bare = await plain('tomas');
  const target = await painted('tomas', moustache);
  const after = swap(await sampleSource('lin'), target);
  let [hairs, kept] = [0, 0];
  for (let i = 0; i < bare.image.data.length; i += 3) {
    if (Math.abs(bare.image.data[i] - target.image.data[i]) < 60) continue;
    hairs++;
    if (Math.abs(after.image.data[i] - target.image.data[i]) < 35) kept++;
  }
  expect(hairs).toBeGreaterThan(1000);
  expect(Math.abs(kept / hairs - 0.5)).toBeGreaterThan(0.3);
});

test.each([
  ['stubble stay the source’s', 0.9, 90, false],
  ['a moustache stay in place', 0.4, 255, true],
])('lips below %s', async (_name, light, share, stays) => {
  const face = await plain('tomas');
  for (const vertex of [164, 167, 393, 92, 322, 186, 410])
    forPixels(face, vertex, 0.03, (at) => {
      for (let k = at; k < at + 3; k++) face.image.data[k] *= light;
    });
  const beard = new Uint8Array(face.masks!.side ** 2).fill(share);
  expect(moustacheShare({ ...face, masks: { ...face.masks!, beard } }) > 0.5).toBe(stays);
});

/** The target's `moustache`, as far as the net sees it beside the nose. */
async function withMoustache(name: Parameters<typeof faceView>[0]): Promise<{ bare: FaceView; target: FaceView }> {
  const bare = await plain(name);
  const target = await painted(name, moustache);
  const { side } = target.masks!;
  const [a, b, c, d, e, f] = masksToPicture(target.landmarks, side);
  const isHair = (x: number, y: number) => {
    const [from, to] = [target.landmarks[3 * 97], target.landmarks[3 * 326]];
    const at = 3 * (Math.round(y) * bare.image.width + Math.round(x));
    return (x < from || x > to) && Math.abs(bare.image.data[at] - target.image.data[at]) > 30;
  };
  const beard = Uint8Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [(i % side) + 0.5, Math.floor(i / side) + 0.5];
    return isHair(a * x + b * y + c, d * x + e * y + f) ? 255 : 0;
  });
  return { bare, target: { ...target, masks: { ...target.masks!, beard } } };
}

test('a moustache that is seen in pieces stays whole', async () => {
  const { bare, target } = await withMoustache('tomas');
  const after = swap(await sampleSource('lin'), target);
  let [hairs, kept] = [0, 0];
  forPixels(bare, 164, 0.1, (i) => {
    if (Math.abs(bare.image.data[i] - target.image.data[i]) < 60) return;
    hairs++;
    if (Math.abs(after.image.data[i] - target.image.data[i]) < 35) kept++;
  });
  expect(hairs).toBeGreaterThan(100);
  expect(kept / hairs).toBeGreaterThan(0.6);
});

const moustacheAndBeard = (face: FaceView) => moustache(face) + beard(face);

test.each([
  ['gives way to that of the source', moustache, false],
  ['stays above a beard that stays', moustacheAndBeard, true],
] as const)('a moustache %s', async (_name, drawing, stays) => {
  const bare = await plain('tomas');
  const [source, target] = [await bearded('kenji', moustacheAndBeard), await bearded('tomas', drawing)];
  const after = swap(source, target);
  const [kept, replaced] = [target, swap(source, bare)].map((face) => differenceAt(after, face, underNose, 0.06));
  expect(kept < 0.5 * replaced).toBe(stays);
  expect(replaced < 0.5 * kept).toBe(!stays);
});

test('a beard is as dark on a face without one, and the skin beside it does not change', async () => {
  const target = await plain('elsa');
  const shaven = swap(await sampleSource('kenji'), target);
  const after = swap(await beardedKenji(), target);
  const light = (face: FaceView, vertex: number) => {
    let [sum, count] = [0, 0];
    forPixels(face, vertex, 0.04, (at) => {
      sum += face.image.data[at] + face.image.data[at + 1] + face.image.data[at + 2];
      count++;
    });
    return sum / count;
  };
  for (const chin of [199, 200]) expect(light(after, chin)).toBeLessThan(0.8 * light(shaven, chin));
  for (const cheek of [50, 280]) expect(light(after, cheek)).toBeGreaterThan(0.95 * light(shaven, cheek));
});

test('a dark beard is as dark on other skin, and no redder', async () => {
  const after = swap(await beardedKenji(), await plain('elsa'));
  const hair = [0x2b, 0x21, 0x1b]; // of the drawing
  for (const chin of [199, 200]) {
    const [red, green, blue] = meanColour(after, chin, 0.03);
    expect(red + green + blue).toBeLessThan(1.2 * (hair[0] + hair[1] + hair[2]));
    expect(red / green).toBeLessThan(1.2 * (hair[0] / hair[1]));
    expect(red / blue).toBeLessThan(1.4 * (hair[0] / hair[2]));
  }
});

test.each(['kenji', 'otto'] as const)('the beard of %s has its hairs at the sides of the jaw, too', async (name) => {
  const source = await painted(name, beardOfHairs);
  const masks = { ...source.masks!, beard: await maskOf(name, source) };
  const { atlas, atlasPositions } = prepareSource([{ ...source, masks }]);
  const { size: side, data } = atlas[0];
  const withinOutline = atlasPositions.map((value) => side / 2 + 0.94 * (value - side / 2));
  const face = { image: { width: side, height: side, data }, landmarks: withinOutline };
  for (const jaw of [172, 397]) expect(roughnessAt(face, jaw, 0.02)).toBeGreaterThan(15);
});

/** A perfect mask of what was painted on a face. */
async function maskOf(name: Parameters<typeof faceView>[0], after: FaceView): Promise<Uint8Array> {
  const before = await faceView(name);
  const { side } = after.masks!;
  const [a, b, c, d, e, f] = masksToPicture(after.landmarks, side);
  return Uint8Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [(i % side) + 0.5, Math.floor(i / side) + 0.5];
    const [column, row] = [Math.round(a * x + b * y + c), Math.round(d * x + e * y + f)];
    const at = 3 * (row * before.image.width + column) + 1;
    return Math.abs(before.image.data[at] - after.image.data[at]) > 20 ? 255 : 0;
  });
}

test('stubble of the target that is seen on one side does not hide that half of a beard', async () => {
  const source = await beardedKenji();
  const target = await plain('diego');
  for (const vertex of [199, 200, 208, 428, 211, 431])
    forPixels(target, vertex, 0.1, (at) => {
      for (let k = at; k < at + 3; k++) target.image.data[k] *= 0.97;
    });
  const { side } = target.masks!;
  const halfSeen = Uint8Array.from({ length: side * side }, (_, i) => (i % side < side / 2 ? 230 : 0));
  const unseen = swap(source, { ...target, masks: { ...target.masks!, beard: new Uint8Array(side * side) } });
  const seen = swap(source, { ...target, masks: { ...target.masks!, beard: halfSeen } });
  for (const chin of [208, 428, 211, 431]) expect(differenceAt(seen, unseen, chin, 0.05)).toBeLessThan(3);
});

test('stubble of the target fades along the jaw instead of ending in a line', async () => {
  const target = await plain('diego');
  for (const vertex of [...besideJaw, ...withinJaw])
    forPixels(target, vertex, 0.08, (at) => {
      if ((at / 3) % 4 === 0) for (let k = at; k < at + 3; k++) target.image.data[k] *= 0.6;
    });
  const after = swap(await sampleSource('lin'), target);
  const kept = (vertex: number) => roughnessAt(after, vertex, 0.03) / roughnessAt(target, vertex, 0.03);
  for (const vertex of besideJaw) expect(kept(vertex), `${vertex}`).toBeGreaterThan(0.6);
  for (const vertex of withinJaw) {
    expect(kept(vertex), `${vertex}`).toBeGreaterThan(0.08);
    expect(kept(vertex), `${vertex}`).toBeLessThan(0.2);
  }
});

const besideJaw = [171, 396, 140, 369];
/** One landmark further from the outline. */
const withinJaw = [208, 428, 32, 262];

test('lipstick of the source does not stay below a moustache', async () => {
  const source = prepareSource([await painted('lin', lipstick)]);
  const { bare, target } = await withMoustache('tomas');
  const redness = (face: FaceView) => {
    const [red, green] = meanColour(face, middleOfLowerLip, 0.02);
    return red / green;
  };
  const [worn, below] = [swap(source, bare), swap(source, target)].map(redness);
  expect(worn).toBeGreaterThan(2.1);
  expect(below).toBeLessThan(1.9);
  expect(below).toBeGreaterThan(redness(bare));
});
