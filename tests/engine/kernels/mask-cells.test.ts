import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, copyIn, doublesAt, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import { bilinear } from '#engine/swap/ops/bilinear';
import { clamp, ramp, smoothstep } from '#engine/swap/ops/curves';
import { sumAt } from './plain-relight';
import { checkCells, expectNear } from './random-cells';

const greenOver = (rgb: Float32Array, i: number) =>
  (rgb[3 * i + 1] - Math.max(rgb[3 * i], rgb[3 * i + 2])) / (rgb[3 * i + 1] + 20);
const warmth = (rgb: Float32Array, i: number) => rgb[3 * i] - rgb[3 * i + 2];
const greenness = (rgb: Float32Array, i: number) => 2 * rgb[3 * i + 1] - rgb[3 * i] - rgb[3 * i + 2];

function plainProbability(rgb: Float32Array, expected: Float32Array, i: number, tolerance: number): number {
  const skinLight = sumAt(expected, i) / 3;
  const brightness = (sumAt(rgb, i) / 3 + 15) / (skinLight + 15);
  const scale = clamp(brightness, 0.4, 1.5);
  const shaded = skinLight * Math.min(1, scale);
  const warm = 0.5 * (warmth(rgb, i) - warmth(expected, i) * scale);
  const green = 0.25 * (greenness(rgb, i) - greenness(expected, i) * scale);
  const lightness = Math.log(brightness);
  const distance =
    (warm / (tolerance * (9 + 0.07 * shaded))) ** 2 +
    (green / (tolerance * (5 + 0.04 * shaded))) ** 2 +
    (lightness / (lightness < 0 ? 0.36 : 0.55)) ** 2;
  const greener = greenOver(rgb, i) - Math.max(0, greenOver(expected, i));
  return clamp((9 - distance) / 6, 0, 1) * ramp(0.16, 0.08, greener);
}

test('skin is compared by lightness and hue', () =>
  checkCells(({ count, colours, plane }) => {
    const expected = colours();
    const noise = [plane(40), plane(40), plane(40)];
    const rgb = expected.map((value, at) => clamp(value + noise[at % 3][Math.floor(at / 3)] - 20, 0, 255));
    const skin = allocate(4 * count);
    kernels().skinProbability(copyIn(rgb), copyIn(expected), 1.2, count, skin);
    Array.from(floatsAt(skin, count)).forEach((value, i) =>
      expect(Math.abs(value - plainProbability(rgb, expected, i, 1.2))).toBeLessThan(1e-3),
    );
  }));

test('planes are ramped, straight or smooth', () =>
  checkCells(({ count, plane }) => {
    const values = plane();
    const [straight, smooth] = [copyIn(values), copyIn(values)];
    kernels().rampPlane(straight, count, 0.7, 0.3, false);
    kernels().rampPlane(smooth, count, 0.2, 0.6, true);
    expectNear(floatsAt(straight, count), (i) => ramp(0.7, 0.3, values[i]));
    expectNear(floatsAt(smooth, count), (i) => smoothstep(0.2, 0.6, values[i]));
  }));

test('covers are joined, and the mask ends at them', () =>
  checkCells(({ count, plane }) => {
    const [rims, cover, beard, objects, lips] = [plane(), plane(), plane(), plane(), plane()];
    const [features, pigmented, skin, feather, inside] = [plane(1.3), plane(1.3), plane(), plane(), plane()];
    const [atRims, atCover, atBeard, atSkin] = [rims, cover, beard, skin].map(copyIn);
    const [atObjects, atLips, atFeatures, atPigmented] = [objects, lips, features, pigmented].map(copyIn);
    const [atFeather, atInside, alpha] = [copyIn(feather), copyIn(inside), allocate(4 * count)];
    const planes = [atRims, atCover, atBeard, atObjects, atLips, atFeatures, atPigmented] as const;
    kernels().joinCovers(...planes, 0.2, 0.55, 0.8, count, atSkin, alpha);
    const rim = (i: number) => ramp(0.15, 0.4, rims[i]);
    const covered = (i: number) => Math.max(objects[i], ramp(0.2, 0.55, cover[i]));
    const bearded = (i: number) => ramp(0.2, 0.55, beard[i]) * ramp(1, 0.8, lips[i]);
    const nose = (i: number) => Math.min(1, features[i]) * (1 - Math.min(1, pigmented[i])) * (1 - covered(i));
    expectNear(floatsAt(alpha, count), (i) => 1 - covered(i));
    expectNear(floatsAt(atSkin, count), (i) => Math.max(skin[i], nose(i)));
    kernels().finishMask(alpha, atSkin, atRims, atCover, atBeard, atFeather, atInside, 0.25, 0.7, count);
    expectNear(floatsAt(alpha, count), (i) => {
      const seen = smoothstep(0, 0.7, feather[i]) * inside[i] * (1 - rim(i)) * (1 - bearded(i));
      return ramp(0.25, 1, 1 - covered(i)) * seen * (1 - covered(i));
    });
    expectNear(floatsAt(atSkin, count), (i) => Math.max(skin[i], nose(i)) * (1 - rim(i)) * (1 - bearded(i)));
  }));

test('occluders are neither skin nor lips nor beard', () =>
  checkCells(({ count, plane }) => {
    const [bare, lips, beard, covered, seen] = [plane(), plane(), plane(), plane(), plane()];
    const [own, cover] = [allocate(4 * count), copyIn(seen)];
    kernels().ownCells(copyIn(bare), copyIn(lips), copyIn(beard), copyIn(covered), count, own);
    const wanted = (i: number) => (covered[i] === 0 ? 1 : Math.max(bare[i], lips[i], ramp(0.1, 0.3, beard[i])));
    expectNear(floatsAt(own, count), wanted);
    kernels().coverCells(cover, own, count);
    expectNear(floatsAt(cover, count), (i) => (1 - wanted(i)) * ramp(0.02, 0.2, seen[i]));
  }));

test('lips are as red as skin and not much darker', () =>
  checkCells(({ count, plane, colours }) => {
    const [rgb, lips, kept, lids, weights] = [colours(), plane(1.2), plane(), plane(), plane()];
    const [likeness, sums] = [allocate(4 * count), allocate(32)];
    const [atRgb, atLips, atKept, atLids] = [rgb, lips, kept, lids].map(copyIn);
    const isMouth = (i: number) => kept[i] > 0 && lids[i] < 0.5;
    const light = (i: number) => sumAt(rgb, i) + 20;
    const like = (i: number) => {
      const redness = (rgb[3 * i] - rgb[3 * i + 1]) / light(i) - 0.1;
      return clamp(lips[i], 0, 1) * ramp(-0.06, -0.02, redness) * ramp(0.3, 0.45, light(i) / 600);
    };
    kernels().lipLikeness(atRgb, atLips, atKept, atLids, 0.1, 600, count, likeness, sums);
    const outside = [...lips.keys()].filter((i) => !isMouth(i));
    const [found, area] = doublesAt(sums, 2);
    expectNear([found], () => outside.reduce((sum, i) => sum + like(i), 0));
    expectNear([area], () => outside.reduce((sum, i) => sum + clamp(lips[i], 0, 1), 0));
    kernels().replaceNegative(likeness, 0.6, count);
    expectNear(floatsAt(likeness, count), (i) => (isMouth(i) ? 0.6 : like(i)));
    kernels().sumWeighed(atRgb, copyIn(weights), atLips, 0.5, count, sums);
    expectNear(doublesAt(sums, 4), (n) =>
      lips.reduce((sum, lip, i) => sum + (lip > 0.5 ? weights[i] * (n === 0 ? 1 : rgb[3 * i + n - 1]) : 0), 0),
    );
  }));

test('masks are enlarged bilinearly onto the grid', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 9 }),
      fc.uint8Array({ minLength: 81, maxLength: 81 }),
      fc.array(fc.double({ min: -0.7, max: 0.7, noNaN: true }), { minLength: 4, maxLength: 4 }),
      (side, bytes, steps) => {
        const [columns, rows] = [7, 6];
        const shares = bytes.subarray(0, side * side);
        const [across, down] = [
          [2.3, steps[0], steps[1]],
          [1.1, steps[2], steps[3]],
        ];
        withScratch(() => {
          const plane = copyIn(new Float32Array(columns * rows).fill(0.1));
          const places = [Float64Array.from(across), Float64Array.from(down)].map(copyIn);
          kernels().addShares(plane, columns, rows, copyIn(shares), side, places[0], places[1]);
          const placeOf = ([start, right, below]: number[], i: number) =>
            start + right * (i % columns) + below * Math.floor(i / columns);
          expectNear(floatsAt(plane, columns * rows), (i) =>
            Math.max(0.1, bilinear(shares, side, side, placeOf(across, i), placeOf(down, i)) / 255),
          );
        });
      },
    ),
  ));
