import { expect, test } from 'vitest';
import { layOutAtlas } from '#engine/swap/source/atlas/atlas-layout';
import { meanRelief } from '#engine/swap/source/atlas/mean-relief';
import { splitLayers } from '#engine/swap/source/photo/layers';
import type { PhotoAtlas } from '#engine/swap/source/photo/photo-atlas';
import { easeNoseShade } from './ease-nose-shade';

const layout = layOutAtlas(256);
const { size, positions } = layout;
const relief = meanRelief(layout);
const cheekLight = [190, 150, 130];

const texelOf = (vertex: number): number =>
  Math.round(positions[3 * vertex + 1] - 0.5) * size + Math.round(positions[3 * vertex] - 0.5);
/** On the right half of the atlas. */
const [side, nostril, cheek] = [399, 370, 280].map(texelOf);
const mirrored = (i: number): number => i - (i % size) + size - 1 - (i % size);
const awayFrom = (i: number, place: number): number =>
  Math.hypot((i % size) - (place % size), Math.floor(i / size) - Math.floor(place / size));
const shaded = (i: number): boolean => Math.min(awayFrom(i, side), awayFrom(i, mirrored(side))) < 10;

/** Share of the cheek's light, with the relief of a mean face. @param light of each texel and channel */
function eased(
  light: (i: number, k: number) => number,
  visible: (i: number) => number = () => 1,
  rims?: PhotoAtlas['rims'],
) {
  const rgb = Float32Array.from({ length: 3 * size * size }, (_, at) => {
    const i = Math.floor(at / 3);
    return cheekLight[at % 3] * light(i, at % 3) * Math.exp(relief[i]);
  });
  const seen = Float32Array.from({ length: size * size }, (_, i) => visible(i));
  const layers = splitLayers({ layout, rgb, confidence: seen });
  const before = layers.detail;
  const after = easeNoseShade(layers, { rgb, visible: seen, rims, layout }).detail;
  return { before, after, gain: (i: number, k = 0) => after[3 * i + k] / before[3 * i + k] };
}

test('dark sides of the bridge get part of the way to the light of the cheeks', () => {
  const { gain } = eased((i) => (shaded(i) ? 0.6 : 1));
  for (const i of [side, mirrored(side)]) {
    expect(gain(i)).toBeGreaterThan(1.15);
    expect(0.6 * gain(i)).toBeLessThan(0.9);
  }
});

test('they get nearer to the hue of the cheeks', () => {
  const { gain } = eased((i, k) => (shaded(i) ? [0.7, 0.6, 0.5][k] : 1));
  expect(gain(side, 2)).toBeGreaterThan(1.05 * gain(side, 0));
});

test('freckles, the relief of any nose and slight shade stay', () => {
  const isFreckle = (i: number) => i % 16 === side % 16 && Math.floor(i / size) % 16 === Math.floor(side / size) % 16;
  const { gain } = eased((i) => (isFreckle(i) ? 0.6 : 1));
  expect(gain(side)).toBeLessThan(1.03);
  const slight = eased((i) => (shaded(i) ? 0.93 : 1));
  expect(slight.after).toEqual(slight.before);
});

test('nostrils and cheeks stay', () => {
  const { before, after } = eased((i) => (awayFrom(i, nostril) < 6 || awayFrom(i, cheek) < 6 ? 0.3 : 1));
  for (const i of [nostril, cheek]) expect(after[3 * i]).toBe(before[3 * i]);
});

test('what the photo does not show stays, and without cheeks nothing is known of shade', () => {
  const hidden = eased(
    (i) => (shaded(i) ? 0.6 : 1),
    (i) => (shaded(i) ? 0 : 1),
  );
  expect(hidden.gain(side)).toBe(1);
  const alone = eased(
    (i) => (shaded(i) ? 0.6 : 1),
    (i) => (shaded(i) ? 1 : 0),
  );
  expect(alone.after).toEqual(alone.before);
});

const isDark = (i: number) => (shaded(i) ? 0.6 : 1);

test('in light from one side the bridge stays', () => {
  const { before, after } = eased((i) => isDark(i) * (i % size < size / 2 ? 0.6 : 1));
  expect(after).toEqual(before);
});

test('below glasses the bridge stays', () => {
  const plane = () => new Float32Array(size * size);
  const { before, after } = eased(isDark, () => 1, { found: plane(), wide: plane(), without: plane() });
  expect(after).toEqual(before);
});
