import { expect, test } from 'vitest';
import { squareAround } from './thumbnail';

const picture = { width: 400, height: 300 };

test('a crop has a margin around the face', () => {
  expect(squareAround(picture, { x: 150, y: 100, width: 80, height: 100 })).toEqual({ left: 105, top: 65, side: 170 });
});

test('at an edge the margin shrinks and the face stays centred', () => {
  expect(squareAround(picture, { x: 300, y: 100, width: 80, height: 100 })).toEqual({ left: 280, top: 90, side: 120 });
});

test('in a corner the crop contains the whole face and stays inside the image', () => {
  expect(squareAround(picture, { x: 320, y: 0, width: 80, height: 100 })).toEqual({ left: 285, top: 0, side: 115 });
  expect(squareAround(picture, { x: 0, y: -20, width: 400, height: 340 })).toEqual({ left: 50, top: 0, side: 300 });
});
