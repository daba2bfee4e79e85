import { expect, test } from 'vitest';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { discountHairEdge } from './hair-edge';
import type { PhotoAtlas } from '#engine/swap/source/photo/photo-atlas';

const layout = layOutAtlas(256);
const { size, positions } = layout;
const count = size * size;

/** At the end of the left brow, on the lower lid, and on the cheek below the eye's outer corner. */
const [browEnd, lid, cheek] = [46, 145, 111].map((vertex) => ({
  x: Math.round(positions[3 * vertex]),
  y: Math.round(positions[3 * vertex + 1]),
}));

interface Picture {
  place: { x: number; y: number };
  /** Texels from it to what is unseen on its left. */
  away?: number;
  /** Texels from it to the hair that the net sees, farther to the left. */
  hairAway?: number;
  facing?: number;
  glasses?: boolean;
}

/** Confidence, 1 before. */
function confidenceBesideHair({ place, away = 2, hairAway = 8, facing = 1, glasses = false }: Picture): number {
  const leftOf = (texels: number) => (i: number) => i % size < place.x - texels;
  const [isUnseen, isHair] = [leftOf(away), leftOf(hairAway)];
  const confidence = Float32Array.from({ length: count }, (_, i) => (isUnseen(i) ? 0 : 1));
  const plane = (value: number) => new Float32Array(count).fill(value);
  const photo: PhotoAtlas = {
    layout,
    rgb: new Float32Array(3 * count),
    confidence,
    visible: confidence,
    facing: plane(facing),
    hair: Float32Array.from({ length: count }, (_, i) => (isHair(i) ? 1 : 0)),
    rims: glasses ? { found: plane(0), wide: plane(1), without: plane(1) } : undefined,
  };
  const layers = { light: new Float32Array(3 * count), detail: new Float32Array(3 * count), confidence };
  return discountHairEdge(layers, photo).confidence[place.y * size + place.x];
}

test.each([
  ['the end of a brow', browEnd],
  ['the skin beside an eye', cheek],
])('at the edge of hair, %s is not known', (_, place) => {
  expect(confidenceBesideHair({ place })).toBeLessThan(0.2);
});

test('away from all that is unseen, the end of a brow is known', () => {
  expect(confidenceBesideHair({ place: browEnd, away: 20 })).toBe(1);
});

test('away from hair, but beside what is unseen, the end of a brow is known', () => {
  expect(confidenceBesideHair({ place: browEnd, hairAway: 60 })).toBe(1);
});

test('eyes are known up to the edge', () => {
  expect(confidenceBesideHair({ place: lid })).toBe(1);
});

test('beside what is unseen because it is edge-on, the end of a brow is known', () => {
  expect(confidenceBesideHair({ place: browEnd, facing: 0.1 })).toBe(1);
});

test('beside rims of glasses, the end of a brow is known', () => {
  expect(confidenceBesideHair({ place: browEnd, glasses: true })).toBe(1);
});
