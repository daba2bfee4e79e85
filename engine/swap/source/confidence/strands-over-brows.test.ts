import { expect, test } from 'vitest';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
import type { PhotoAtlas } from '#engine/swap/source/photo/photo-atlas';
import { discountBrowStrands } from './strands-over-brows';

const layout = layOutAtlas(256);
const { size, positions } = layout;
const count = size * size;
/** The outer end of the left brow, and its mirror image. */
const left = { x: Math.round(positions[3 * 46]), y: Math.round(positions[3 * 46 + 1]) };
const right = { x: size - 1 - left.x, y: left.y };

interface Picture {
  /** Light over that of skin, of 7 × 7 texels at the end of each brow. */
  leftEnd: number;
  rightEnd: number;
  /** Left of the left brow. */
  hair?: boolean;
  glasses?: boolean;
  /** Of the right half. */
  confidence?: number;
}

function confidenceAfter({ leftEnd, rightEnd, hair = true, glasses = false, confidence = 1 }: Picture) {
  const detail = new Float32Array(3 * count).fill(1);
  for (const [{ x, y }, light] of [
    [left, leftEnd],
    [right, rightEnd],
  ] as const)
    for (let row = y - 3; row <= y + 3; row++) detail.fill(light, 3 * (row * size + x - 3), 3 * (row * size + x + 4));
  const shares = Float32Array.from({ length: count }, (_, i) => (i % size < size / 2 ? 1 : confidence));
  const covered = Float32Array.from({ length: count }, (_, i) => (hair && i % size < left.x - 6 ? 1 : 0));
  const layers = { light: new Float32Array(3 * count).fill(150), detail, confidence: shares };
  const nowhere = new Float32Array(count);
  const rims = glasses ? { found: nowhere, wide: nowhere.map(() => 1), without: nowhere } : undefined;
  const photo: PhotoAtlas = {
    layout,
    rgb: detail,
    confidence: shares,
    visible: shares,
    facing: shares,
    hair: covered,
    rims,
  };
  const after = discountBrowStrands(layers, photo).confidence;
  return { left: after[left.y * size + left.x], right: after[right.y * size + right.x] };
}

test('what is darker than the other brow, beside hair, is a strand', () => {
  expect(confidenceAfter({ leftEnd: 0.3, rightEnd: 0.8 })).toEqual({ left: 0, right: 1 });
});

test('brows that are alike stay, however dark', () => {
  expect(confidenceAfter({ leftEnd: 0.3, rightEnd: 0.32 }).left).toBe(1);
});

test('without hair beside it, a brow that is darker than the other stays', () => {
  expect(confidenceAfter({ leftEnd: 0.3, rightEnd: 0.8, hair: false }).left).toBe(1);
});

test('beside rims of glasses it stays, too', () => {
  expect(confidenceAfter({ leftEnd: 0.3, rightEnd: 0.8, glasses: true }).left).toBe(1);
});

test('it stays if the other brow is hidden', () => {
  expect(confidenceAfter({ leftEnd: 0.3, rightEnd: 0.8, confidence: 0.5 }).left).toBe(1);
});
