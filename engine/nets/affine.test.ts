import { describe, expect, test } from 'vitest';
import { applyAffine, cropToPicture, fitPlanarSimilarity, scaleOf } from './affine';

describe('cropToPicture', () => {
  test('maps the centre of the crop to the centre of the region at any angle', () => {
    const map = cropToPicture({ centreX: 300, centreY: 200, size: 96, angle: 0.7 }, 192);
    expect(applyAffine(map, 96, 96)).toEqual([expect.closeTo(300), expect.closeTo(200)]);
    expect(scaleOf(map)).toBeCloseTo(0.5);
  });

  test('rotates clockwise: at 90° the x axis of the crop points down', () => {
    const map = cropToPicture({ centreX: 0, centreY: 0, size: 10, angle: Math.PI / 2 }, 10);
    expect(applyAffine(map, 10, 5)).toEqual([expect.closeTo(0), expect.closeTo(5)]);
  });
});

describe('fitPlanarSimilarity', () => {
  const square = [0, 0, 10, 0, 10, 10, 0, 10];

  test('recovers rotation, scale and translation', () => {
    const expected = cropToPicture({ centreX: 40, centreY: -7, size: 30, angle: -0.4 }, 10);
    const moved = [0, 1, 2, 3].flatMap((i) => applyAffine(expected, square[2 * i], square[2 * i + 1]));
    fitPlanarSimilarity(square, moved).forEach((value, i) => expect(value).toBeCloseTo(expected[i]));
  });

  test('distributes the error of a non-similar point', () => {
    const dented = [1, 1, 10, 0, 10, 10, 0, 10];
    const map = fitPlanarSimilarity(square, dented);
    expect(applyAffine(map, 5, 5)).toEqual([expect.closeTo(5.25), expect.closeTo(5.25)]);
  });
});
