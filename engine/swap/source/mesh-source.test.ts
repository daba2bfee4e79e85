import sharp from 'sharp';
import { expect, test } from 'vitest';
import { blurred, copyOf, faceView, sampleSource, withMasks } from '#tests/support/face-views';
import { glasses, lineBetweenLips, painted } from '#tests/support/painted-people';
import { canonicalVertices } from '#engine/mesh/canonical-mesh';
import type { FaceView } from '#engine/types';
import { uncovered } from '#engine/swap/geometry/raster';
import { layOutAtlas } from './atlas/atlas-layout';
import { prepareSource } from './mesh-source';

const codes = (photos: FaceView[]) => prepareSource(photos).warnings.map(({ code }) => code);

async function resized(face: FaceView, width: number): Promise<FaceView> {
  const { image } = face;
  const raw = { width: image.width, height: image.height, channels: 3 as const };
  const { data, info } = await sharp(image.data, { raw }).resize(width).raw().toBuffer({ resolveWithObject: true });
  const scale = info.width / image.width;
  return {
    image: { width: info.width, height: info.height, data: new Uint8Array(data) },
    landmarks: face.landmarks.map((value) => value * scale),
  };
}

function turned({ image, landmarks }: FaceView, degrees: number): FaceView {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const middle = [landmarks[12], 0, landmarks[14] + 100];
  const moved = landmarks.slice();
  for (let i = 0; i < moved.length; i += 3) {
    const [x, z] = [landmarks[i] - middle[0], landmarks[i + 2] - middle[2]];
    moved[i] = middle[0] + cosine * x - sine * z;
    moved[i + 2] = middle[2] + sine * x + cosine * z;
  }
  return { image, landmarks: moved };
}

test('a good photo gives no warning', async () => {
  expect(codes([await faceView('lin')])).toEqual([]);
});

test('warns of a face that is turned away', async () => {
  expect(codes([turned(await faceView('lin'), 40)])).toContain('turned_away');
});

test('warns of an open mouth', async () => {
  const face = await faceView('lin');
  face.landmarks[3 * 14 + 1] += 60;
  expect(codes([face])).toContain('mouth_open');
});

test('warns of a closed eye', async () => {
  const face = await faceView('lin');
  face.landmarks.copyWithin(3 * 159, 3 * 145, 3 * 146);
  expect(codes([face])).toContain('eyes_closed');
});

test('warns of a small face, and of a blurred one', async () => {
  const face = await faceView('lin');
  expect(codes([await resized(face, 150)])).toContain('too_small');
  expect(codes([await blurred(face, 12)])).toContain('blurred');
});

/** Only around the eyes. */
async function withBlurredEyes(face: FaceView, sigma: number): Promise<FaceView> {
  const { image, landmarks } = face;
  const soft = (await blurred(face, sigma)).image.data;
  const mixed = image.data.slice();
  for (const [outer, inner] of [
    [33, 133],
    [362, 263],
  ]) {
    const width = landmarks[3 * inner] - landmarks[3 * outer];
    const [from, to] = [landmarks[3 * outer] - width / 4, landmarks[3 * inner] + width / 4].map(Math.round);
    const middle = (landmarks[3 * outer + 1] + landmarks[3 * inner + 1]) / 2;
    for (let y = Math.round(middle - width / 2); y < middle + width / 2; y++) {
      const [first, last] = [3 * (y * image.width + from), 3 * (y * image.width + to)];
      mixed.set(soft.subarray(first, last), first);
    }
  }
  return { ...face, image: { ...image, data: mixed } };
}

test('refuses eyes that are blurred behind glasses, not blurred eyes alone', async () => {
  const wearer = await faceView('sofia');
  expect(codes([await withMasks(wearer)])).not.toContain('unusable_face');
  expect(codes([await withMasks(await withBlurredEyes(wearer, 9))])).toContain('unusable_face');
  expect(codes([await withMasks(await withBlurredEyes(await faceView('lin'), 9))])).not.toContain('unusable_face');
});

test('warns of an occluded face', async () => {
  const face = await faceView('lin');
  const { image, landmarks } = face;
  const mask = { top: Math.round(landmarks[3 * 2 + 1]), bottom: Math.round(landmarks[3 * 152 + 1]) };
  for (let i = mask.top * image.width; i < mask.bottom * image.width; i++) image.data.set([20, 60, 200], 3 * i);
  expect(codes([await withMasks(face)])).toContain('hair_over_face');
});

test('does not take rims of glasses for hair over the face', async () => {
  const wearer = await painted('lin', glasses('#15100e', 0.12));
  expect(codes([wearer])).toContain('glasses');
  expect(codes([wearer])).not.toContain('hair_over_face');
});

test('one good photo makes up for the fault of another', async () => {
  const face = await faceView('lin');
  expect(codes([turned(face, 40), face])).toEqual([]);
});

test('a photo whose features are blots does not blur those of another', async () => {
  const face = turned(await faceView('lin'), 14);
  const blots = await blurred(await faceView('lin'), 30);
  const tiny = await resized(await faceView('lin'), 30);
  for (const photo of [blots, tiny]) expect(codes([photo])).toContain('unusable_face');
  const [alone, together] = [[face], [blots, face, tiny]].map((photos) => prepareSource(photos));
  expect(Buffer.compare(together.atlas[0].data, alone.atlas[0].data)).toBe(0);
  expect(together.landmarks).toEqual(alone.landmarks);
  expect(together.poses).toEqual([]);
});

test('two photos whose features are blots are refused together', async () => {
  const blots = await blurred(await faceView('lin'), 30);
  expect(codes([blots, blots])).toContain('unusable_face');
});

test('throws no_face without photos', () => {
  expect(() => prepareSource([])).toThrowError(expect.objectContaining({ code: 'no_face' }));
});

test('does not change the photo', async () => {
  const face = await faceView('kenji');
  const before = copyOf(face);
  prepareSource([face]);
  expect(Buffer.compare(face.image.data, before.image.data)).toBe(0);
  expect(face.landmarks).toEqual(before.landmarks);
});

test('the atlas has mip levels down to 32 texels', async () => {
  const { atlas } = await sampleSource('lin');
  expect(atlas.map(({ size }) => size)).toEqual([512, 256, 128, 64, 32]);
  for (const { size, data } of atlas) expect(data).toHaveLength(3 * size * size);
});

test('hair over a temple does not reach the atlas', async () => {
  const { atlas, atlasPositions } = await sampleSource('freya');
  const saturation = (vertex: number) => {
    const at = 3 * (Math.floor(atlasPositions[3 * vertex + 1]) * 512 + Math.floor(atlasPositions[3 * vertex]));
    const [red, , blue] = atlas[0].data.subarray(at, at + 3);
    return (red - blue) / red;
  };
  const cheek = saturation(50);
  for (const temple of [71, 301, 68, 298]) expect(saturation(temple)).toBeLessThan(cheek + 0.25);
});

test('nostrils are not removed with the rims of glasses', async () => {
  const { atlas, atlasPositions } = await sampleSource('sofia');
  const lightAt = (vertex: number) => {
    const at = 3 * (Math.floor(atlasPositions[3 * vertex + 1]) * 512 + Math.floor(atlasPositions[3 * vertex]));
    return atlas[0].data[at] + atlas[0].data[at + 1] + atlas[0].data[at + 2];
  };
  expect(lightAt(99)).toBeLessThan(0.5 * lightAt(4));
});

test('the atlas is symmetric and contains every landmark', () => {
  const { size, positions, ids } = layOutAtlas(256);
  expect(Math.min(...positions)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...positions)).toBeLessThan(size);
  let asymmetric = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size / 2; x++) {
      if ((ids[y * size + x] === uncovered) !== (ids[y * size + size - 1 - x] === uncovered)) asymmetric++;
    }
  }
  expect(asymmetric).toBeLessThan(0.005 * size * size);
  expect(canonicalVertices).toHaveLength(3 * 468);
});

test('each level of a closed mouth has its lips as they touch, at the place of the level’s lips', async () => {
  const { atlas, atlasPositions } = prepareSource([await painted('lin', lineBetweenLips('#1a0c0a'))]);
  const x = atlasPositions[3 * 13];
  for (const [i, { size, data, closedLips }] of atlas.entries()) {
    const lips = closedLips!;
    expect(lips.data).toHaveLength(3 * lips.width * lips.height);
    const column = Math.floor(x / 2 ** i) - lips.x;
    const rows = Array.from({ length: lips.height }, (_, row) => row);
    const closed = rows.map((row) => lips.data[3 * (row * lips.width + column)]);
    const rebuilt = rows.map((row) => data[3 * ((lips.y + row) * size + lips.x + column)]);
    // The line, which rebuilt lips lack; coarse levels blur it.
    if (i < 2) expect(Math.min(...closed)).toBeLessThan(Math.min(...rebuilt) - 20);
    const corner = 3 * (lips.y * size + lips.x); // skin, the same in both
    expect(Math.abs(lips.data[0] - data[corner])).toBeLessThan(6);
  }
});

test('lips that are apart in the photo have no closed ones', async () => {
  const face = await faceView('lin');
  face.landmarks[3 * 14 + 1] += 60;
  for (const { closedLips } of prepareSource([face]).atlas) expect(closedLips).toBeUndefined();
});
