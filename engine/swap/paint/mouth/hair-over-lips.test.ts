import { expect, test } from 'vitest';
import { bytesAt } from '#engine/kernels/memory';
import { innerLipRing, lips, mouthCorners, outerLipRing } from '#engine/mesh/topology';
import { withPixels } from '#engine/swap/geometry/pixels';
import { swapFace } from '#engine/swap/mesh-swapper';
import { LANDMARK_COUNT, type Landmarks } from '#engine/types';
import { copyOf, sampleSource } from '#tests/support/face-views';
import { moustache as hairs, painted as paintedPerson } from '#tests/support/painted-people';
import { keepHairOverLips } from './hair-over-lips';

const side = 240;
const width = 160;
const centre = side / 2;
const region = { x: 40, y: 30, width: side, height: side };
const belowNose = [164, 167, 393];
/** Over the mouth's width, in the middle: the lips meet at 0. */
const lipHeight = 0.2;
const [skin, hair, lip] = [200, 40, 150];
const painted = 120;

/** Over the mouth's width: from its left corner, and upwards from the line between the lips. */
interface Place {
  readonly along: number;
  readonly above: number;
}

const turned = (degrees: number) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];

/**
 * Over the mouth's width:
 * @param lower by which the lips meet lower
 * @param crooked by which they meet higher at the right corner
 */
function landmarksOf(degrees: number, lower = 0, crooked = 0): Landmarks {
  const landmarks = new Float32Array(3 * LANDMARK_COUNT);
  const [cos, sin] = turned(degrees);
  const set = (vertex: number, { along, above }: Place) => {
    const [x, y] = [(along - 0.5) * width, -above * width];
    landmarks[3 * vertex] = region.x + centre + x * cos - y * sin;
    landmarks[3 * vertex + 1] = region.y + centre + x * sin + y * cos;
  };
  for (const vertex of lips) set(vertex, { along: 0.5, above: -lipHeight / 2 });
  for (const vertex of belowNose) set(vertex, { along: 0.5, above: 0.35 });
  for (const [ring, height, margin] of [
    [innerLipRing, 0.001, 0.08],
    [outerLipRing, lipHeight, 0],
  ] as const) {
    const half = ring.length / 2;
    ring.forEach((vertex, i) => {
      const along = margin + (1 - 2 * margin) * (i <= half ? i / half : 2 - i / half);
      set(vertex, {
        along,
        above: (i <= half ? -1 : 1) * height * Math.sin(Math.PI * along) - lower + crooked * along,
      });
    });
  }
  set(mouthCorners.left, { along: 0, above: 0 });
  set(mouthCorners.right, { along: 1, above: 0 });
  return landmarks;
}

interface Case {
  readonly moustache?: number;
  readonly degrees?: number;
  /** By which the new lips meet lower than the target's, over the mouth's width. */
  readonly lower?: number;
  readonly crooked?: number;
  /** Light of the target at a place. */
  readonly light: (place: Place) => number;
}

/** Reads the light of the result at a place. */
function swapped({
  moustache = 1,
  degrees = 0,
  lower = 0,
  crooked = 0,
  light,
}: Case): (along: number, above: number) => number {
  const [cos, sin] = turned(degrees);
  const image = { width: side + region.x, height: side + region.y, data: new Uint8Array() };
  image.data = new Uint8Array(3 * image.width * image.height);
  for (let i = 0; i < image.width * image.height; i++) {
    const x = (i % image.width) + 0.5 - region.x - centre;
    const y = Math.floor(i / image.width) + 0.5 - region.y - centre;
    const place = { along: (x * cos + y * sin) / width + 0.5, above: (x * sin - y * cos) / width };
    image.data.fill(light(place), 3 * i, 3 * i + 3);
  }
  withPixels(image, region, (pixels) => {
    bytesAt(pixels.painted, 3 * side * side).fill(painted);
    const view = { image, landmarks: landmarksOf(degrees, 0, crooked) };
    keepHairOverLips(pixels, view, landmarksOf(degrees, lower, crooked), region, moustache);
  });
  return (along, above) => {
    const [x, y] = [(along - 0.5) * width, -above * width];
    const [column, row] = [region.x + centre + x * cos - y * sin, region.y + centre + x * sin + y * cos];
    return image.data[3 * (Math.floor(row) * image.width + Math.floor(column))];
  };
}

/** Hair over the upper half of the upper lip, and the dark line between the lips. */
const moustached = ({ above }: Place): number => {
  if (above > 0.45 || above < -lipHeight) return skin;
  return above > lipHeight / 2 || Math.abs(above) < 0.01 ? hair : lip;
};

test.each([0, 26.6, 90, 180])('hairs of a moustache stay over the new upper lip, turned by %i degrees', (degrees) => {
  const at = swapped({ degrees, light: moustached });
  expect(at(0.5, 0.15)).toBe(hair);
  expect(at(0.5, 0.07)).toBe(painted); // the target's lip
  expect(at(0.5, 0)).toBe(painted); // the line between the lips
  expect(at(0.5, -0.1)).toBe(painted);
  expect(at(0.5, lipHeight + 0.05)).toBe(hair);
});

test('an upper lip in the shade is no hair', () => {
  const shaded = (share: number) => (place: Place) =>
    place.above > 0.015 && place.above < lipHeight ? share * lip : moustached(place);
  expect(swapped({ light: shaded(0.6) })(0.5, 0.15)).toBe(painted);
  expect(swapped({ light: shaded(0.4) })(0.5, 0.15)).toBeLessThan(painted);
  expect(swapped({ light: shaded(hair / lip) })(0.5, 0.15)).toBe(hair);
});

test('a moustache as light as lips leaves no hairs', () => {
  const light = (place: Place) => (place.above > 0.25 ? 0.9 * lip : moustached(place));
  expect(swapped({ light })(0.5, 0.15)).toBe(painted);
});

test('hairs end gently beside the corners of the mouth', () => {
  const at = swapped({ light: ({ above }) => (above > -0.05 ? hair : lip) });
  const [outside, edge, inside] = [-0.01, 0.02, 0.06].map((along) => at(along, 0.06));
  expect(outside).toBe(painted);
  expect(edge).toBeLessThan(painted);
  expect(edge).toBeGreaterThan(hair);
  expect(inside).toBe(hair);
});

test('the lips of a crooked mouth meet where they do', () => {
  const at = swapped({ crooked: 0.2, light: ({ above }) => (above > -0.02 ? hair : lip) });
  expect(at(0.93, 0.19)).toBe(painted); // the corner is at 0.2
  expect(at(0.93, 0.25)).toBeLessThan(painted);
});

test('just above the lips hairs stay, farther from them the mask decides', () => {
  const at = swapped({ light: moustached });
  expect(at(0.5, lipHeight + 0.05)).toBe(hair);
  const between = at(0.5, lipHeight + 0.08);
  expect(between).toBeGreaterThan(hair + 20);
  expect(between).toBeLessThan(painted - 20);
  expect(at(0.5, lipHeight + 0.12)).toBe(painted);
  expect(at(0.1, lipHeight)).toBe(painted); // the lips are lower at their ends
});

test('a moustache that goes takes its hairs along', () => {
  const [none, half, all] = [0.5, 0.75, 1].map((moustache) => swapped({ moustache, light: moustached })(0.5, 0.15));
  expect(none).toBe(painted);
  expect(half).toBe((painted + hair) / 2);
  expect(all).toBe(hair);
});

test('light between hairs stays', () => {
  const at = swapped({ light: (place) => (Math.abs(place.along - 0.5) < 0.5 / width ? skin : moustached(place)) });
  for (const along of [0.49, 0.498, 0.502, 0.51]) expect(at(along, 0.15)).not.toBe(painted);
});

test('the line between the lips of the target does not become hair on lips that meet lower', () => {
  const at = swapped({ lower: 0.08, light: moustached });
  for (const above of [-0.06, -0.03, 0, 0.03]) expect(at(0.5, above)).toBe(painted);
  expect(at(0.5, 0.15)).toBe(hair);
  expect(at(0.5, 0.2)).toBeGreaterThan(hair + 20); // above the new lips
});

test('where the new lips meet, no hair lies between them', () => {
  const at = swapped({ lower: -0.12, light: moustached });
  for (const above of [0.115, 0.12, 0.125]) expect(at(0.5, above)).toBe(painted);
  expect(at(0.5, 0.2)).toBe(hair);
});

test('hairs over the lips of a target are those of the result', async () => {
  const target = await paintedPerson('otto', hairs);
  const after = copyOf(target);
  swapFace(after.image, after.landmarks, await sampleSource('lin'), { masks: target.masks });
  const [left, right, top] = [mouthCorners.left, mouthCorners.right, 0].map((vertex) => 3 * vertex);
  const lightAt = ({ image }: typeof target, i: number) =>
    image.data[3 * i] + image.data[3 * i + 1] + image.data[3 * i + 2];
  let [dark, same] = [0, 0];
  const rows = [target.landmarks[top + 1], target.landmarks[top + 1] + 6].map(Math.round);
  for (let y = rows[0]; y < rows[1]; y++) {
    for (let x = Math.round(target.landmarks[left]); x < target.landmarks[right]; x++) {
      const i = y * target.image.width + x;
      if (lightAt(target, i) > 120) continue;
      dark++;
      if (Math.abs(lightAt(after, i) - lightAt(target, i)) < 60) same++;
    }
  }
  expect(same / dark).toBeGreaterThan(0.8);
});
