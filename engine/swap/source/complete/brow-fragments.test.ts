import { expect, test } from 'vitest';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { eraseBrowFragments } from './brow-fragments';

const layout = layOutAtlas(256);
const { size, positions } = layout;
const count = size * size;
const hair = 0.5;
/** Between the outer end of a brow and its middle. */
const [end, middle] = [46, 52].map((vertex) => ({
  x: Math.round(positions[3 * vertex]),
  y: Math.round(positions[3 * vertex + 1]),
}));
const joint = Math.round((end.x + middle.x) / 2);

/**
 * A brow from its middle outwards, up to a column; further out another piece, of the mirror image.
 * @param gap columns between both
 * @returns light at the outer end and in the middle
 */
function after({ gap, ownEnd = 0 }: { gap: number; ownEnd?: number }) {
  const detail = new Float32Array(3 * count).fill(1);
  const fill = (from: number, to: number) => {
    for (let x = from; x < to; x++) {
      const y = Math.round(end.y + ((middle.y - end.y) * (x - end.x)) / (middle.x - end.x));
      for (let row = y - 2; row <= y + 2; row++) detail.fill(hair, 3 * (row * size + x), 3 * (row * size + x + 1));
    }
  };
  fill(end.x - 2, joint - gap);
  fill(joint, middle.x + 2);
  const confidence = Float32Array.from({ length: count }, (_, i) => (i % size < joint ? ownEnd : 1));
  const layers = { light: new Float32Array(3 * count).fill(150), detail, confidence: new Float32Array(count).fill(1) };
  const erased = eraseBrowFragments(layers, confidence, layout).detail;
  return [end, middle].map(({ x, y }) => erased[3 * (y * size + x)]);
}

test('a piece of the mirror image that does not touch the brow is erased, the brow stays', () => {
  const [atEnd, atMiddle] = after({ gap: 3 });
  expect(atEnd).toBeGreaterThan(0.9);
  expect(atMiddle).toBe(hair);
});

test('what continues the brow stays', () => {
  expect(after({ gap: 0 })).toEqual([hair, hair]);
});

test('hair that the photo itself shows stays', () => {
  expect(after({ gap: 3, ownEnd: 1 })).toEqual([hair, hair]);
});
