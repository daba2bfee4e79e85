import { expect, test } from 'vitest';
import { masksToPicture } from '#engine/nets/face-masker';
import { innerLipRing, lips } from '#engine/mesh/topology';
import { eyeDistance } from '#engine/mesh/pose';
import { destinationMesh } from '#engine/swap/geometry/destination/destination';
import { prepareSource, swapFace, type MeshSource } from '#engine/swap/mesh-swapper';
import { eyeColour } from '#engine/swap/source/iris-colour';
import { refuseUnusable } from '#engine/photo/refuse-unusable';
import { unusableFace, type FaceView } from '#engine/types';
import { differenceAt, forPixels, lightAt, meanColour, plain, roughnessAt, swap } from '#tests/support/face-measures';
import { copyOf, sampleSource } from '#tests/support/face-views';
import {
  creasedLips,
  enlarged,
  fringe,
  glasses,
  grainy,
  inGrey,
  lineBetweenLips,
  nostrilLines,
  painted,
  sideLight,
  thickBrows,
} from '#tests/support/painted-people';

/** Prepared once for the tests that use it: takes most of a second. */
let small: Promise<MeshSource> | undefined;
const smallLin = () => (small ??= enlarged('lin', 3).then((face) => prepareSource([face])));

const leftEye = 159;
const rightEye = 386;
const brows = [105, 334];
/** Of the nose. */
const bridge = 168;
/** Its inner edge. */
const upperLip = 13;

test.each([
  ['lin', 'diego'],
  ['kenji', 'elsa'],
] as const)('%s with dark rims gives %s the same eyes, brows, bridge and cheeks as without', async (source, other) => {
  const target = await plain(other);
  const before = swap(await sampleSource(source), target);
  const after = swap(await painted(source, glasses('#15100e', 0.05)), target);
  for (const vertex of [leftEye, rightEye, ...brows, bridge, 101, 330])
    expect(differenceAt(before, after, vertex, 0.16)).toBeLessThan(14);
});

test('thick brows that dark rims touch are as without glasses', async () => {
  const target = await plain('elsa');
  const rims = glasses('#15100e', 0.05);
  const before = swap(await painted('tomas', thickBrows), target);
  const after = swap(await painted('tomas', (face) => thickBrows(face) + rims(face)), target);
  for (const vertex of [53, 283]) expect(differenceAt(before, after, vertex, 0.05)).toBeLessThan(16);
  for (const vertex of brows) expect(differenceAt(before, after, vertex, 0.16)).toBeLessThan(12);
});

test('under a fringe the target’s brows stay, with no strand of the source', async () => {
  const target = await plain('elsa');
  const after = swap(await painted('lin', fringe), target);
  for (const vertex of brows) expect(differenceAt(target, after, vertex, 0.12)).toBeLessThan(12);
});

test('hard light from one side of the source is softer beside the nose', async () => {
  const target = await plain('diego');
  const before = swap(await sampleSource('lin'), target);
  const after = swap(await painted('lin', sideLight), target);
  // The engine repairs half of the light (decision 36). Without a repair, the differences are 22.9 and 24.8.
  expect(differenceAt(before, after, 198, 0.06)).toBeLessThan(19);
  expect(differenceAt(before, after, 129, 0.06)).toBeLessThan(23.5);
});

test.each([
  ['of the whole source', () => true],
  ['of its shaded half', (x: number) => x < 265],
])('grain %s does not appear on the target', async (_name, where) => {
  const target = await plain('diego');
  const after = swap(await grainy('lin', where), target);
  for (const cheek of [50, 205]) expect(roughnessAt(after, cheek, 0.1)).toBeLessThan(20);
});

test('on a grainy target the skin of a smooth source is as rough, with the target’s own grain', async () => {
  const target = await grainy('diego', () => true);
  const after = swap(await smallLin(), target);
  for (const cheek of [50, 205]) {
    const rough = roughnessAt(after, cheek, 0.1) / roughnessAt(target, cheek, 0.1);
    expect(rough).toBeGreaterThan(0.6);
    expect(rough).toBeLessThan(1.2);
  }
  const smooth = swap(await smallLin(), await plain('diego'));
  expect(fineEdgesAt(after, lowerLip, 0.04)).toBeGreaterThan(2 * fineEdgesAt(smooth, lowerLip, 0.04)); // white noise
});

const lowerLip = 17;
const middleOfLowerLip = 16;

test('lips of a small source get the creases of the target’s', async () => {
  const [plainLips, creased] = [await plain('elsa'), await painted('elsa', creasedLips)];
  const [smooth, rough] = [plainLips, creased].map((face) => roughnessAt(face, middleOfLowerLip, 0.05));
  const source = await smallLin();
  const [before, after] = [plainLips, creased].map((face) => roughnessAt(swap(source, face), middleOfLowerLip, 0.05));
  expect(after - before).toBeGreaterThan(0.15 * (rough - smooth)); // 0.01 without;
});

/** Mean size of the Laplacian of green, five pixels wide, on brows and mouth. */
function featureEdges(face: FaceView): number {
  const { data, width } = face.image;
  let [sum, count] = [0, 0];
  for (const vertex of [...brows, 13]) {
    forPixels(face, vertex, 0.15, (red) => {
      const at = red + 1;
      const around = data[at - 6] + data[at + 6] + data[at - 6 * width] + data[at + 6 * width];
      sum += Math.abs(4 * data[at] - around);
      count++;
    });
  }
  return sum / count;
}

test.each([5, 8])('on a target of one %d-th of its size the new face is as blurred', async (times) => {
  const target = await enlarged('elsa', times);
  const after = swap(await sampleSource('kenji'), target);
  expect(featureEdges(after)).toBeLessThan(1.3 * featureEdges(target));
});

test.each([
  ['teeth', '#f4f0e8'],
  ['shadow', '#050202'],
])('%s between the source’s lips leave no line between the target’s', async (_name, colour) => {
  const target = await plain('diego');
  const before = swap(await sampleSource('lin'), target);
  const after = swap(await painted('lin', lineBetweenLips(colour)), target);
  expect(differenceAt(before, after, upperLip, 0.03)).toBeLessThan(6);
});

/** Mean size of the Laplacian of green, one pixel wide. */
function fineEdgesAt({ image, landmarks }: FaceView, vertex: number, reach: number): number {
  let [sum, count] = [0, 0];
  forPixels({ image, landmarks }, vertex, reach, (red) => {
    const at = red + 1;
    const around = [at - 3, at + 3, at - 3 * image.width, at + 3 * image.width].map((other) => image.data[other]);
    sum += Math.abs(4 * image.data[at] - around[0] - around[1] - around[2] - around[3]);
    count++;
  });
  return sum / count;
}

test('on a blurred target the outlines of eyeballs are less sharp than its compression', async () => {
  const target = await enlarged('elsa', 8);
  const after = swap(await sampleSource('kenji'), target);
  for (const eye of [leftEye, rightEye])
    expect(fineEdgesAt(after, eye, 0.12)).toBeLessThan(0.6 * fineEdgesAt(target, eye, 0.12));
});

test('in eyes too pale to show irises none are painted', async () => {
  const pale = await painted('freya', ({ landmarks }) => {
    const disc = (iris: number) =>
      `<circle cx="${landmarks[3 * iris]}" cy="${landmarks[3 * iris + 1]}" r="${0.09 * eyeDistance(landmarks)}"/>`;
    return `<g fill="#c8c2be">${disc(468)}${disc(473)}</g>`;
  });
  const source = await sampleSource('diego');
  const [plainEyes, own] = [undefined, source.eyes].map((eyes) => {
    const after = copyOf(pale);
    swapFace(after.image, after.landmarks, { ...source, eyes }, { masks: pale.masks });
    return after;
  });
  for (const vertex of [leftEye, rightEye]) expect(differenceAt(plainEyes, own, vertex, 0.15)).toBeLessThan(1);
});

test('a source of a few dozen pixels is refused as too blurred, also with grain', async () => {
  const source = await enlarged('lin', 9);
  const { data } = source.image;
  for (let i = 0; i < data.length; i++) data[i] += Math.imul(Math.floor(i / 3) + 7, 0x9e3779b1) >>> 31 === 1 ? 2 : -2;
  const [reason] = prepareSource([source]).warnings.filter(({ code }) => code === unusableFace);
  expect(reason?.message).toContain('too blurred');
  expect(prepareSource([await enlarged('lin', 4)]).warnings.map(({ code }) => code)).not.toContain(unusableFace);
});

test('a grey source takes the hue of the target’s lips', async () => {
  const target = await plain('nadia');
  const redness = ({ image, landmarks }: FaceView, vertices: readonly number[]) => {
    let [red, green] = [0, 0];
    for (const vertex of vertices) {
      const at = 3 * (Math.round(landmarks[3 * vertex + 1]) * image.width + Math.round(landmarks[3 * vertex]));
      red += image.data[at];
      green += image.data[at + 1];
    }
    return red / green;
  };
  const source = await inGrey('kenji');
  const placed = { ...swap(source, target), landmarks: destinationMesh(target.landmarks, source.landmarks) };
  const skin = [50, 280, 205, 425];
  const [own, given] = [target, placed].map((face) => redness(face, lips) / redness(face, skin));
  expect(given).toBeGreaterThan(1 + 0.6 * (own - 1));
});

test('on a grey target the new face is grey', async () => {
  const target = await inGrey('nadia');
  const { image } = swap(await sampleSource('kenji'), target);
  let most = 0;
  for (let i = 0; i < image.data.length; i += 3) {
    const [red, green, blue] = image.data.subarray(i, i + 3);
    most = Math.max(most, Math.abs(red - green), Math.abs(blue - green));
  }
  expect(most).toBeLessThan(4);
});

test('an earring of the source does not appear on the cheek', async () => {
  const target = await plain('diego');
  const beforeEar = 132;
  const before = swap(await sampleSource('lin'), target);
  const after = swap(
    await painted('lin', ({ landmarks }) => {
      const radius = 0.03 * eyeDistance(landmarks);
      const [x, y] = [landmarks[3 * beforeEar] + 3 * radius, landmarks[3 * beforeEar + 1]];
      return `<circle cx="${x}" cy="${y}" r="${radius}" fill="#f8f4e0"/>`;
    }),
    target,
  );
  let most = 0;
  forPixels(before, beforeEar, 0.2, (at) => {
    most = Math.max(most, Math.abs(before.image.data[at + 1] - after.image.data[at + 1]));
  });
  expect(most).toBeLessThan(30);
});

test('a mouth torn wide open leaves no second mouth on the chin', async () => {
  const target = await plain('diego');
  const tear = ({ landmarks, ...rest }: FaceView): FaceView => {
    const torn = landmarks.slice();
    torn[3 * 14 + 1] += 0.5 * (torn[3 * 291] - torn[3 * 61]);
    return { ...rest, landmarks: torn };
  };
  const chin = 199;
  const withMouth = await painted('lin', ({ landmarks }) => {
    const [x, y] = [landmarks[3 * chin], landmarks[3 * chin + 1]];
    return `<circle cx="${x}" cy="${y}" r="${0.12 * eyeDistance(landmarks)}" fill="#8c2a30"/>`;
  });
  const [before, after] = [await plain('lin'), withMouth].map((source) => swap(tear(source), target));
  expect(differenceAt(before, after, chin, 0.1)).toBeLessThan(8);
});

test('dark irises keep the light of the target’s', async () => {
  const target = await plain('freya');
  const source = await sampleSource('diego');
  const after = copyOf(target);
  const eyes = { iris: [4, 4, 4], white: [200, 200, 200] } as const;
  swapFace(after.image, after.landmarks, { ...source, eyes }, { masks: target.masks });
  const [own, given] = [target, after].map((face) => eyeColour(face)!.iris[1]);
  expect(given).toBeGreaterThan(0.5 * own);
});

test.each([
  ['thin metal', glasses('#5d5f66', 0.022)],
  ['dark', glasses('#15100e', 0.05)],
])('%s glasses of the target stay whole', async (_what, drawing) => {
  const bare = await plain('tomas');
  const target = await painted('tomas', drawing);
  const after = swap(await sampleSource('kenji'), target);
  let [rims, kept] = [0, 0];
  for (let i = 0; i < bare.image.data.length; i += 3) {
    const change = Math.abs(bare.image.data[i] - target.image.data[i]);
    if (change < 60) continue;
    rims++;
    if (Math.abs(after.image.data[i] - target.image.data[i]) < 25) kept++;
  }
  expect(rims).toBeGreaterThan(1000);
  expect(kept / rims).toBeGreaterThan(0.85);
});

test('in a slit between the lips the target’s lipstick does not shine', async () => {
  const target = await painted('diego', ({ landmarks }) => {
    const ring = innerLipRing.map((vertex) => `${landmarks[3 * vertex]},${landmarks[3 * vertex + 1]}`);
    return `<polygon points="${ring.join(' ')}" fill="#e02820"/>`;
  });
  const after = swap(await sampleSource('lin'), target);
  const reds = ({ image }: FaceView) => {
    let count = 0;
    forPixels(target, upperLip, 0.2, (at) => {
      if (image.data[at] > 180 && image.data[at + 1] < 70) count++;
    });
    return count;
  };
  expect(reds(target)).toBeGreaterThan(50);
  expect(reds(after)).toBe(0);
});

test('a face behind a board is unusable, for a reason in words', async () => {
  const board = await painted('lin', ({ landmarks }) => {
    const [left, top, right, bottom] = [landmarks[3 * 127], landmarks[3 * 10 + 1], landmarks[3 * 356], landmarks[457]];
    return `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="#3c5f8a"/>`;
  });
  const [reason] = prepareSource([board]).warnings.filter(({ code }) => code === unusableFace);
  expect(reason?.message).toContain('Choose a photo that shows both eyes and the mouth');
  expect(() => refuseUnusable([reason!])).toThrow(expect.objectContaining({ code: 'unusable_face' }));
});

test.each([
  ['glasses', glasses('#15100e', 0.05)],
  ['brows_hidden', fringe],
])('the warning %s names what the photo hides', async (code, drawing) => {
  expect(prepareSource([await painted('tomas', drawing)]).warnings.map((warning) => warning.code)).toContain(code);
  expect((await sampleSource('tomas')).warnings.map((warning) => warning.code)).not.toContain(code);
});

test('bright and dark lines around the wings of the source’s nose do not become a ring', async () => {
  const target = await plain('diego');
  const before = swap(await sampleSource('lin'), target);
  const after = swap(await painted('lin', nostrilLines), target);
  for (const wing of [129, 358])
    expect(fineEdgesAt(after, wing, 0.05)).toBeLessThan(fineEdgesAt(before, wing, 0.05) + 3);
});

test('a reflection of coated glasses does not stay on the lids', async () => {
  const target = await plain('elsa');
  const rims = glasses('#15100e', 0.05);
  const glare: typeof rims = (face) => {
    const lid = (vertex: number) =>
      `<ellipse cx="${face.landmarks[3 * vertex]}" cy="${face.landmarks[3 * vertex + 1] + 0.09 * eyeDistance(face.landmarks)}"
        rx="${0.08 * eyeDistance(face.landmarks)}" ry="${0.025 * eyeDistance(face.landmarks)}" fill="#9d8cff"/>`;
    return rims(face) + lid(145) + lid(374);
  };
  const [without, reflected] = [await painted('lin', rims), await painted('lin', glare)];
  const lens = Uint8Array.from({ length: without.masks!.side ** 2 }, () => 255);
  const [before, after] = [without, reflected].map((source) =>
    swap({ ...source, masks: { ...without.masks!, lens } }, target),
  );
  for (const belowEye of [230, 450]) expect(differenceAt(before, after, belowEye, 0.08)).toBeLessThan(3);
});

test('the shadow of a rim does not stay on the skin behind the lens, which is as without glasses', async () => {
  const target = await plain('elsa');
  const rims = glasses('#15100e', 0.05);
  const shadow = glasses('#15100e', 0.11);
  const shaded = await painted('lin', (face) => `<g opacity="0.5">${shadow(face)}</g>${rims(face)}`);
  const clear = await painted('lin', rims);
  const lens = Uint8Array.from({ length: clear.masks!.side ** 2 }, () => 255);
  const [inClear, inShade] = [clear, shaded].map((source) =>
    swap({ ...source, masks: { ...clear.masks!, lens } }, target),
  );
  const without = swap(await sampleSource('lin'), target);
  const most = { 133: 9, 362: 3, 230: 5, 450: 3 };
  for (const [vertex, bound] of Object.entries(most)) {
    expect(differenceAt(without, inShade, Number(vertex), 0.1), vertex).toBeLessThan(bound);
    const darker = lightAt(inClear, Number(vertex), 0.1) - lightAt(inShade, Number(vertex), 0.1);
    expect(darker, vertex).toBeLessThan(3);
  }
});

test('temples and cheeks that hair of the source hides stay the target’s', async () => {
  const target = await plain('diego');
  const source = await plain('lin');
  const { side } = source.masks!;
  const [a, b, c] = masksToPicture(source.landmarks, side);
  const middle = source.landmarks[3 * bridge];
  const hair = Uint8Array.from({ length: side * side }, (_, i) => {
    const x = a * ((i % side) + 0.5) + b * (Math.floor(i / side) + 0.5) + c;
    return Math.abs(x - middle) > 0.55 * eyeDistance(source.landmarks) ? 255 : 0;
  });
  const after = swap({ ...source, masks: { ...source.masks!, hair } }, target);
  for (const vertex of [34, 264, 227, 447, 147, 376]) expect(differenceAt(target, after, vertex, 0.06)).toBeLessThan(1);
});

test('brown brows do not turn grey', async () => {
  const source = await plain('sofia');
  const warmth = (face: FaceView) => {
    const [red, green, blue] = meanColour(face, brows[0], 0.02);
    return (red - blue) / green;
  };
  const after = warmth(swap(await sampleSource('sofia'), await plain('tomas')));
  expect(after).toBeGreaterThan(0.75 * warmth(source));
  expect(after).toBeLessThan(warmth(source));
});
