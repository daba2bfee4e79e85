import { describe, expect, test } from 'vitest';
import { boundsOf, clampBox, intersectionOverUnion, suppressNonMaxima } from './boxes';

const box = (x: number, y: number, width: number, height = width) => ({ x, y, width, height });

describe('boxes', () => {
  test('computes intersection over union', () => {
    expect(intersectionOverUnion(box(0, 0, 10), box(0, 0, 10))).toBe(1);
    expect(intersectionOverUnion(box(0, 0, 10), box(5, 0, 10))).toBeCloseTo(1 / 3);
    expect(intersectionOverUnion(box(0, 0, 10), box(10, 0, 10))).toBe(0);
  });

  test('suppresses duplicates and keeps separate boxes', () => {
    const good = { box: box(0, 0, 100), score: 0.9 };
    const shifted = { box: box(10, 5, 100), score: 0.95 };
    const inside = { box: box(30, 30, 30), score: 0.8 };
    const other = { box: box(90, 90, 100), score: 0.6 };
    expect(suppressNonMaxima([good, inside, shifted, other])).toEqual([shifted, other]);
  });

  test('clips a box to the image', () => {
    expect(clampBox(box(-5, 90, 20), 100, 100)).toEqual({ x: 0, y: 90, width: 15, height: 10 });
    expect(clampBox(box(200, 200, 20), 100, 100)).toMatchObject({ width: 0, height: 0 });
  });

  test('computes bounds of the first points', () => {
    expect(boundsOf([1, 2, 0, 5, -3, 9, 100, 100, 0], 2)).toEqual({ x: 1, y: -3, width: 4, height: 5 });
  });
});
