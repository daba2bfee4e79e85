import { expect, test } from 'vitest';
import { underNose } from '#engine/swap/geometry/vertex-weights';
import { layOutAtlas, zoneOverAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { meanRelief } from '#engine/swap/source/atlas/mean-relief';
import { liftNoseShade } from './nose-shade';

const layout = layOutAtlas(256);
const { size, positions } = layout;
const relief = meanRelief(layout);
const under = zoneOverAtlas(layout, underNose);
const cheekLight = 180;

/** On the right half of the atlas. */
const vertices = { side: 420, wing: 358, aboveNostril: 344, nostril: 370, cheek: 280 };
const texelOf = (vertex: number): number =>
  Math.round(positions[3 * vertex + 1] - 0.5) * size + Math.round(positions[3 * vertex] - 0.5);
const [side, wing, aboveNostril, nostril, cheek] = Object.values(vertices).map(texelOf);
const mirrored = (i: number): number => i - (i % size) + size - 1 - (i % size);
const edge = positions[3 * vertices.wing] + 4;

interface Photo {
  /** Share of the cheek's light on the right side of the nose, of each channel. */
  readonly onNose: (i: number, k: number) => number;
  /** Likewise of the face beside it. */
  readonly beside?: (i: number) => number;
  /** Left and right. */
  readonly facing?: readonly [number, number];
  readonly light?: number;
  readonly visible?: (x: number) => number;
}

/** A head turned so that the right side of its nose is seen, with the relief of a mean face. */
function lifted({ onNose, beside = () => 1, facing = [0.2, 0.9], light = cheekLight, visible = () => 1 }: Photo) {
  const rgb = new Float32Array(3 * size * size);
  const planes = { visible: new Float32Array(size * size), facing: new Float32Array(size * size) };
  for (let i = 0; i < size * size; i++) {
    const x = i % size;
    const isNose = x >= size / 2 && x <= edge;
    for (let k = 0; k < 3; k++) {
      rgb[3 * i + k] = Math.min(255, light * (isNose ? onNose(i, k) : beside(i)) * Math.exp(relief[i]));
    }
    planes.visible[i] = visible(x);
    planes.facing[i] = facing[x < size / 2 ? 0 : 1];
  }
  return { before: rgb, after: liftNoseShade(rgb, planes.visible, planes.facing, layout) };
}

/** Share of the cheek's light, without relief. */
const shareAt = (rgb: Float32Array, i: number, k = 0): number => rgb[3 * i + k] / cheekLight / Math.exp(relief[i]);
const stays = (photo: Photo): boolean => {
  const { before, after } = lifted(photo);
  return before === after;
};

test('the dark side of a nose whose other side is averted becomes lighter, from its bridge to its wing', () => {
  const { before, after } = lifted({ onNose: () => 0.6 });
  for (const i of [side, wing, aboveNostril]) {
    expect(shareAt(before, i)).toBeCloseTo(0.6);
    expect(shareAt(after, i)).toBeGreaterThan(0.75);
    expect(shareAt(after, i)).toBeLessThan(0.9);
  }
  for (const i of [cheek, mirrored(side)]) expect(after[3 * i]).toBe(before[3 * i]);
});

test('it gets nearer to the hue of the cheek', () => {
  const { before, after } = lifted({ onNose: (_i, k) => [0.7, 0.6, 0.5][k] });
  const redOverBlue = (rgb: Float32Array) => shareAt(rgb, side, 0) / shareAt(rgb, side, 2);
  expect(redOverBlue(before)).toBeCloseTo(1.4);
  expect(redOverBlue(after)).toBeLessThan(1.2);
});

test('its texture stays', () => {
  const isLine = (i: number) => Math.floor(i / size) % 8 === 0;
  const { after } = lifted({ onNose: (i) => (isLine(i) ? 0.54 : 0.6) });
  const line = side - (side % size) - size * (Math.floor(side / size) % 8) + (side % size);
  expect(shareAt(after, line) / shareAt(after, line + 4 * size)).toBeLessThan(0.94);
});

const isNear = (i: number, place: number): boolean =>
  Math.hypot((i % size) - (place % size), Math.floor(i / size) - Math.floor(place / size)) < 6;

test('deeper shade becomes lighter by more', () => {
  const { before, after } = lifted({ onNose: (i) => (isNear(i, aboveNostril) ? 0.4 : 0.65) });
  const gain = (i: number) => after[3 * i] / before[3 * i];
  expect(gain(aboveNostril)).toBeGreaterThan(1.15 * gain(side));
});

test('what is dark on the cheek stays', () => {
  const { before, after } = lifted({ onNose: () => 0.6, beside: (i) => (isNear(i, cheek) ? 0.5 : 1) });
  expect(after[3 * cheek]).toBe(before[3 * cheek]);
});

test('a nostril becomes no lighter than by the shade around it', () => {
  const { before, after } = lifted({ onNose: (i) => (isNear(i, nostril) ? 0.1 : 0.6) });
  expect(after[3 * nostril] / before[3 * nostril]).toBeLessThan(1.4);
});

test('the light on its ridge stays', () => {
  const ridge = 12;
  const { before, after } = lifted({ onNose: (i) => (i % size < size / 2 + ridge ? 1.2 : 0.6), light: 205 });
  const middle = side - (side % size) + size / 2;
  for (let i = middle; i < middle + ridge - 6; i++) expect(after[3 * i]).toBeCloseTo(before[3 * i]);
  expect(after.every((value) => value <= 255)).toBe(true);
});

test('a nose keeps its shade where both sides are seen, or the shaded one is averted', () => {
  expect(stays({ onNose: () => 0.6, facing: [0.6, 0.9] })).toBe(true);
  expect(stays({ onNose: () => 0.6, facing: [0.9, 0.2] })).toBe(true);
});

test('relief, slight shade and nostrils are those of any nose, and a dark face has no other', () => {
  expect(stays({ onNose: () => 1 })).toBe(true);
  expect(stays({ onNose: () => 0.93 })).toBe(true);
  expect(stays({ onNose: () => 1, light: 40 })).toBe(true);
  expect(stays({ onNose: (i) => (under[i] > 0.5 ? 0.05 : 1) })).toBe(true);
});

test('it sets in evenly with the turn of the head and with the depth of the shade', () => {
  const gain = (photo: Photo) => {
    const { before, after } = lifted(photo);
    return Math.log(after[3 * side] / before[3 * side]);
  };
  const whole = gain({ onNose: () => 0.6 });
  const turning = gain({ onNose: () => 0.6, facing: [0.42, 0.9] });
  expect(turning / whole).toBeGreaterThan(0.3);
  expect(turning / whole).toBeLessThan(0.7);
  const slight = gain({ onNose: () => 0.82 });
  expect(slight).toBeGreaterThan(0);
  expect(slight).toBeLessThan(0.5 * gain({ onNose: () => 0.7 }));
});

test('where no cheek or no side of the nose is seen, nothing is known of shade', () => {
  expect(stays({ onNose: () => 0.6, visible: (x) => (x > edge ? 0 : 1) })).toBe(true);
  expect(stays({ onNose: () => 0.6, visible: (x) => (x < size / 2 || x > edge ? 1 : 0) })).toBe(true);
});
