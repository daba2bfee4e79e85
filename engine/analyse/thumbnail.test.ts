import { expect, it } from 'vitest';
import { squareAround } from './thumbnail';

const picture = { width: 400, height: 300 };

it('a face has room around it', () => {
  expect(squareAround(picture, { x: 150, y: 100, width: 80, height: 100 })).toEqual({ left: 105, top: 65, side: 170 });
});

it('at an edge it stays in the middle, with less room', () => {
  expect(squareAround(picture, { x: 300, y: 100, width: 80, height: 100 })).toEqual({ left: 280, top: 90, side: 120 });
});

it('is whole even in the corner, and inside the picture', () => {
  expect(squareAround(picture, { x: 320, y: 0, width: 80, height: 100 })).toEqual({ left: 285, top: 0, side: 115 });
  expect(squareAround(picture, { x: 0, y: -20, width: 400, height: 340 })).toEqual({ left: 50, top: 0, side: 300 });
});
