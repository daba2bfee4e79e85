import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { eyeDistance } from '#engine/mesh/pose';
import { oval } from '#engine/mesh/topology';
import type { FaceEmbedding } from '#engine/nets/face-embedder';
import { sharpness } from '#engine/swap/source/photo/sharpness';
import type { FaceView, Image, Landmarks } from '#engine/types';
import { copyOf, faceView } from '#tests/support/face-views';
import { meanChange, middleOf, countOverpainted, type Bounds } from './change';
import { eyePoints, landmarkError, lipPoints, poseError } from './landmarks';
import { largestPop, type Shot } from './pops';
import { seamRatio } from './seam';
import { flicker, jitter } from './steadiness';
import { isWrongIdentity } from './identity';

const face = await faceView('otto');
const eyes = eyeDistance(face.landmarks);

const moved = (landmarks: Landmarks, x: number, y = 0): Landmarks =>
  landmarks.map((value, i) => value + [x, y, 0][i % 3] * eyes);

function turned(landmarks: Landmarks, yaw: number): Landmarks {
  const [cos, sin] = [Math.cos((yaw * Math.PI) / 180), Math.sin((yaw * Math.PI) / 180)];
  const middle = landmarks[0];
  return landmarks.map((value, i) => {
    if (i % 3 === 0) return middle + (value - middle) * cos - landmarks[i + 2] * sin;
    return i % 3 === 2 ? (landmarks[i - 2] - middle) * sin + value * cos : value;
  });
}

async function filtered({ image, landmarks }: FaceView, filter: (picture: Sharp) => Sharp) {
  const raw = { width: image.width, height: image.height, channels: 3 } as const;
  const data = await filter(sharp(image.data, { raw })).raw().toBuffer();
  return { image: { ...image, data: new Uint8Array(data) }, landmarks };
}

function brightened({ image, landmarks }: FaceView, by: number): FaceView {
  return { image: { ...image, data: image.data.map((value) => Math.min(255, value + by)) }, landmarks };
}

describe('landmark and pose error', () => {
  test('match a known shift and rotation', () => {
    const off = moved(face.landmarks, 0.03, 0.04);
    expect(landmarkError(off, face.landmarks, eyePoints)).toBeCloseTo(5, 2);
    expect(landmarkError(off, face.landmarks, lipPoints)).toBeCloseTo(5, 2);
    expect(poseError(off, face.landmarks)).toBeCloseTo(0, 2);
    expect(poseError(turned(face.landmarks, 7), face.landmarks)).toBeCloseTo(7, 0);
  });
});

describe('sharpness', () => {
  test('falls with blur and grows with sharpening', async () => {
    const soft = await filtered(face, (picture) => picture.blur(1.2));
    const crisp = await filtered(face, (picture) => picture.sharpen());
    expect(sharpness(soft) / sharpness(face)).toBeLessThan(0.7);
    expect(sharpness(crisp) / sharpness(face)).toBeGreaterThan(1.1);
  });
});

describe('seam', () => {
  test('is 1 without a change and grows for a darker cut-out', async () => {
    const { image, landmarks } = copyOf(face);
    expect(seamRatio(image, face.image, landmarks)).toBe(1);
    const points = oval.map((vertex) =>
      [0, 1].map((axis) => landmarks[12 + axis] + 0.9 * (landmarks[3 * vertex + axis] - landmarks[12 + axis])),
    );
    const { width, height } = image;
    const mask = await sharp(
      Buffer.from(`<svg width="${width}" height="${height}"><polygon points="${points.join(' ')}"/></svg>`),
    )
      .extractChannel('alpha')
      .raw()
      .toBuffer();
    image.data.forEach((value, i) => (image.data[i] = Math.max(0, value - 0.3 * mask[Math.floor(i / 3)])));
    expect(seamRatio(image, face.image, landmarks)).toBeGreaterThan(1.1);
  });
});

describe('steadiness', () => {
  const track = (offset: (frame: number) => number) =>
    Array.from({ length: 12 }, (_, frame) => moved(face.landmarks, offset(frame)));

  test('counts jitter, not constant motion, and skips frames without a face', () => {
    expect(jitter(track((frame) => 0.1 * frame))).toBeCloseTo(0, 2);
    expect(jitter(track((frame) => 0.01 * (frame % 2)))).toBeCloseTo(2, 1);
    const gaps = track((frame) => 0.01 * (frame % 2)).map((landmarks, frame) => (frame % 2 ? undefined : landmarks));
    expect(jitter(gaps)).toBe(0);
  });

  test('counts flicker, not a linear change of brightness', () => {
    const views = (light: (frame: number) => number) => [0, 1, 2, 3].map((frame) => brightened(face, light(frame)));
    expect(flicker(views((frame) => 2 * frame))).toBeLessThan(0.1);
    expect(flicker(views((frame) => 5 * (frame % 2)))).toBeCloseTo(10, 0);
  });
});

const flat = (value: number): Image => ({ width: 40, height: 30, data: new Uint8Array(3600).fill(value) });
const bounds: Bounds = [10, 5, 30, 25];

describe('change', () => {
  test('is measured within bounds only', () => {
    const before = flat(100);
    const after = flat(100);
    after.data.fill(0, 0, 3 * 40 * 4); // above the bounds
    expect(meanChange(after, before, bounds)).toBe(0);
    expect(meanChange(flat(108), before, bounds)).toBe(8);
    expect(middleOf(bounds, 0.5)).toEqual([15, 10, 25, 20]);
  });

  test('counts occluder pixels that were painted over', () => {
    const isThing = (x: number) => x < 20;
    expect(countOverpainted(flat(100), flat(100), bounds, isThing)).toEqual({ pixels: 200, painted: 0 });
    expect(countOverpainted(flat(110), flat(100), bounds, isThing).painted).toBe(0);
    const result = flat(100);
    for (let y = 0; y < 30; y++) result.data.fill(160, 3 * (40 * y + 15), 3 * (40 * y + 40));
    expect(countOverpainted(result, flat(100), bounds, isThing)).toEqual({ pixels: 200, painted: 100 });
  });
});

describe('pops', () => {
  const never = () => false;
  const shots = (strengths: number[]): Shot[] =>
    strengths.map((strength, frame) => {
      const light = 200 - 8 * frame;
      return { original: flat(light), result: flat(light + 20 * strength), bounds };
    });

  test('are 100 for a sudden face and one step for a fade', () => {
    expect(largestPop(shots([0, 0, 1, 1]), never)).toBe(100);
    expect(largestPop(shots([0, 0.25, 0.5, 0.75, 1]), never)).toBe(25);
    expect(largestPop(shots([1, 1, 1]), never)).toBe(0);
  });

  test('do not count at a cut', () => {
    expect(largestPop(shots([0, 0, 1, 1]), (frame) => frame === 2)).toBe(0);
  });
});

describe('identity', () => {
  const unit = (axis: number): FaceEmbedding => Float32Array.from([0, 1, 2, 3], (i) => (i === axis ? 1 : 0));
  const people = [
    { id: 'ann', own: unit(0), given: unit(1) },
    { id: 'ben', own: unit(2), given: unit(3) },
  ];

  test('is right for the own or given face, wrong for another person’s', () => {
    expect(isWrongIdentity(unit(1), 'ann', people)).toBe(false);
    expect(isWrongIdentity(unit(0), 'ann', people)).toBe(false);
    expect(isWrongIdentity(unit(3), 'ann', people)).toBe(true);
    expect(isWrongIdentity(unit(2), 'ann', people)).toBe(true);
  });
});
