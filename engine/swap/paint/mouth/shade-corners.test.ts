import { expect, test } from 'vitest';
import { bytesAt, shortsAt } from '#engine/kernels/memory';
import { innerLipRing, lips, mouthCorners, TriangleClass, triangles } from '#engine/mesh/topology';
import { withPixels } from '#engine/swap/geometry/pixels';
import { uncovered } from '#engine/swap/geometry/raster';
import { LANDMARK_COUNT, type FaceView, type Landmarks } from '#engine/types';
import { swapFace } from '#engine/swap/mesh-swapper';
import { sampleSource } from '#tests/support/face-views';
import { painted } from '#tests/support/painted-people';
import { shadeCorners } from './shade-corners';

const side = 240;
const width = 160;
const centre = side / 2;
const region = { x: 40, y: 30, width: side, height: side };
const mouthTriangle = triangles.classes.indexOf(TriangleClass.mouth);
const lipColour = [210, 150, 150] as const;

interface Mouth {
  /** Height over width. */
  readonly share: number;
  readonly degrees?: number;
  /** 1: an arch; the less, the more of a rectangle. */
  readonly arch?: number;
  /** Of the picture, where nothing lies in front of the mouth: 1. */
  readonly free?: number;
}

/** Pixels along the mouth from its left corner, and across it from its middle. */
function placeIn(i: number, degrees: number): { along: number; across: number } {
  const [x, y] = [(i % side) + 0.5 - centre, Math.floor(i / side) + 0.5 - centre];
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return { along: x * cos + y * sin + width / 2, across: y * cos - x * sin };
}

function landmarksOf({ share, degrees = 0, arch = 1 }: Mouth): Landmarks {
  const landmarks = new Float32Array(3 * LANDMARK_COUNT);
  const set = (vertex: number, along: number, across: number) => {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    landmarks[3 * vertex] = region.x + centre + along * cos - across * sin;
    landmarks[3 * vertex + 1] = region.y + centre + along * sin + across * cos;
  };
  const half = innerLipRing.length / 2;
  innerLipRing.forEach((vertex, i) => {
    const t = i <= half ? i / half : 2 - i / half;
    const height = i % half === 0 ? 0 : share * Math.sin(Math.PI * t) ** arch;
    set(vertex, (t - 0.5) * width, (i < half ? 0.5 : -0.5) * height * width);
  });
  set(mouthCorners.left, -width / 2, 0);
  set(mouthCorners.right, width / 2, 0);
  return landmarks;
}

/** Light left, 0–1, in ten parts of the mouth from corner to corner. */
function lightLeft(mouth: Mouth, colour: readonly number[] = lipColour): number[] {
  const { share, degrees = 0, arch = 1, free = 1 } = mouth;
  const landmarks = landmarksOf(mouth);
  const parts: number[][] = Array.from({ length: 10 }, () => []);
  const image = {
    width: side + region.x,
    height: side + region.y,
    data: new Uint8Array(3 * (side + region.x) * (side + region.y)),
  };
  withPixels(image, region, (pixels) => {
    const ids = shortsAt(pixels.ids, side * side);
    const painted = bytesAt(pixels.painted, 3 * side * side);
    const inside: { i: number; part: number }[] = [];
    for (let i = 0; i < ids.length; i++) {
      painted.set(colour, 3 * i);
      const { along, across } = placeIn(i, degrees);
      const height = along > 0 && along < width ? share * width * Math.sin((Math.PI * along) / width) ** arch : 0;
      ids[i] = Math.abs(across) < height / 2 ? mouthTriangle : uncovered;
      if (ids[i] === mouthTriangle) inside.push({ i, part: Math.floor((10 * along) / width) });
    }
    const deformation = { target: landmarks, destination: landmarks, fromTarget: new Uint8Array(0) };
    const canvas = { region, cell: 1, columns: side, rows: side };
    const alpha = new Float32Array(side * side).fill(free);
    shadeCorners(pixels, canvas, deformation, { skin: alpha, alpha });
    for (const { i, part } of inside) parts[part].push(painted[3 * i + 1] / colour[1]);
  });
  return parts.map((lights) => lights.reduce((sum, light) => sum + light, 0) / lights.length);
}

test.each([0, 26.6, 45, 90])('lips in the corners of an open mouth are dark, turned by %i degrees', (degrees) => {
  const left = lightLeft({ share: 0.3, degrees });
  for (const part of [0, 9]) expect(left[part]).toBeLessThan(0.65);
  for (const part of [3, 4, 5, 6]) expect(left[part]).toBe(1);
});

test.each([
  ['teeth', 0.3, [220, 210, 200]],
  ['lips of a slit, which is shaded as a whole,', 0.03, lipColour],
] as const)('%s stay as they are', (_what, share, colour) => {
  for (const light of lightLeft({ share }, colour)) expect(light).toBe(1);
});

test('the corners of a mouth that is high up to them stay as they are', () => {
  const left = lightLeft({ share: 0.7, arch: 0.1 });
  expect(left[0]).toBeGreaterThan(0.8);
  expect(left[1]).toBe(1);
});

test('what lies in front of a mouth stays as it is', () => {
  const [whole, half, none] = [1, 0.5, 0].map((free) => lightLeft({ share: 0.3, free })[0]);
  expect(none).toBe(1);
  expect(1 - half).toBeCloseTo((1 - whole) / 2, 1);
});

test('the middle of a narrow mouth stays as it is', () => {
  const left = lightLeft({ share: 0.09 });
  for (const part of [0, 9]) expect(left[part]).toBeLessThan(0.65);
  for (const part of [3, 4, 5, 6]) expect(left[part]).toBe(1);
});

test('between a slit and an open mouth the shade grows', () => {
  const [slit, between, open] = [0.044, 0.07, 0.1].map((share) => lightLeft({ share })[0]);
  expect(slit).toBe(1);
  expect(between).toBeLessThan(0.9);
  expect(open).toBeLessThan(between - 0.1);
});

test('the lips of a target show only in the middle of a new open mouth', async () => {
  const open = ({ landmarks }: FaceView): Landmarks => {
    const opened = landmarks.slice();
    const between = (landmarks[3 * 13 + 1] + landmarks[3 * 14 + 1]) / 2;
    for (const vertex of lips) if (landmarks[3 * vertex + 1] > between) opened[3 * vertex + 1] += 40;
    return opened;
  };
  const view = await painted('diego', (face) => {
    const mouth = open(face);
    const ring = innerLipRing.map((vertex) => `${mouth[3 * vertex]},${mouth[3 * vertex + 1]}`).join('L');
    return `<path d="M${ring}Z" fill="rgb(${lipColour})"/>`;
  });
  const mouth = open(view);
  const { image } = view;
  swapFace(image, mouth, await sampleSource('kenji'), { masks: view.masks });
  const columns: number[] = [];
  for (let i = 0; i < image.width * image.height; i++) {
    const rgb = image.data.subarray(3 * i, 3 * i + 3);
    if (lipColour.every((value, k) => Math.abs(rgb[k] - value) < 8)) columns.push(i % image.width);
  }
  const across = Math.abs(mouth[3 * mouthCorners.right] - mouth[3 * mouthCorners.left]);
  // 0.72 without the shade.
  expect((Math.max(...columns) - Math.min(...columns)) / across).toBeLessThan(0.63);
});
