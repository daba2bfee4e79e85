import { expect, test } from 'vitest';
import { layOutAtlas } from './atlas-layout';
import { meanRelief } from './mean-relief';
import { shadeOfTurnedNose } from './nose-shade';

const layout = layOutAtlas(256);
const { size, positions } = layout;
const relief = meanRelief(layout);

/** On the right half of the atlas: of the nose, and a cheek. */
const vertices = { side: 420, wing: 358, aboveNostril: 344, nostril: 370, cheek: 280 };
const texelOf = (vertex: number): number =>
  Math.round(positions[3 * vertex + 1] - 0.5) * size + Math.round(positions[3 * vertex] - 0.5);
const mirrored = (i: number): number => i - (i % size) + size - 1 - (i % size);

interface Photo {
  /** Share of the cheek's light on the right side of the nose. */
  readonly onNose: number;
  /** Left and right. */
  readonly facing?: readonly [number, number];
  readonly onCheeks?: number;
  /** Texels beside the middle line that are as light as the cheek. */
  readonly ridge?: number;
  readonly visible?: (x: number) => number;
}

/** A head turned so that the right side of its nose is seen, with the relief of a mean face. */
function shadeOf({ onNose, facing = [0.2, 0.9], onCheeks = 180, ridge = 0, visible = () => 1 }: Photo): Float32Array {
  const rgb = new Float32Array(3 * size * size);
  const planes = { visible: new Float32Array(size * size), facing: new Float32Array(size * size) };
  const edge = positions[3 * vertices.wing] + 4;
  for (let i = 0; i < size * size; i++) {
    const x = i % size;
    const isNose = x >= size / 2 + ridge && x <= edge;
    rgb.fill(onCheeks * (isNose ? onNose : 1) * Math.exp(relief[i]), 3 * i, 3 * i + 3);
    planes.visible[i] = visible(x);
    planes.facing[i] = facing[x < size / 2 ? 0 : 1];
  }
  return shadeOfTurnedNose(rgb, planes.visible, planes.facing, layout);
}

const hasNone = (shade: Float32Array): boolean => shade.every((share) => share === 0);

test('the dark side of a nose whose other side is averted is shade, with its wing and without its nostril', () => {
  const shade = shadeOf({ onNose: 0.7 });
  expect(shade[texelOf(vertices.side)]).toBe(1);
  expect(shade[texelOf(vertices.wing)]).toBeGreaterThan(0.8);
  expect(shade[texelOf(vertices.aboveNostril)]).toBeGreaterThan(0.8);
  expect(shade[texelOf(vertices.nostril)]).toBe(0);
  expect(shade[texelOf(vertices.cheek)]).toBe(0);
  expect(shade[mirrored(texelOf(vertices.side))]).toBe(0);
});

test('the light on its ridge is known, but for the soft edge of the shade', () => {
  const ridge = 10;
  const shade = shadeOf({ onNose: 0.6, ridge });
  const edge = texelOf(vertices.side) - (texelOf(vertices.side) % size) + size / 2 + ridge;
  expect(shade[edge + 3]).toBe(1);
  expect(shade[edge - 2]).toBeGreaterThan(0.1);
  for (let i = edge - ridge; i < edge - 5; i++) expect(shade[i]).toBe(0);
});

test('it belongs to the side that is seen, whichever that is', () => {
  expect(hasNone(shadeOf({ onNose: 0.7, facing: [0.9, 0.2] }))).toBe(true);
});

test('a nose with both sides seen keeps its shade', () => {
  expect(hasNone(shadeOf({ onNose: 0.7, facing: [0.6, 0.9] }))).toBe(true);
});

test('relief and slight shade are those of any nose', () => {
  expect(hasNone(shadeOf({ onNose: 1 }))).toBe(true);
  expect(hasNone(shadeOf({ onNose: 0.93 }))).toBe(true);
});

test('on a face that is dark as a whole the nose is not shaded', () => {
  expect(hasNone(shadeOf({ onNose: 1, onCheeks: 40 }))).toBe(true);
});

test('it sets in evenly with the turn of the head and with the depth of the shade', () => {
  const at = texelOf(vertices.side);
  for (const photo of [{ onNose: 0.7, facing: [0.47, 0.9] }, { onNose: 0.895 }] as const) {
    const share = shadeOf(photo)[at];
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.9);
  }
});

test('where no cheek or no side of the nose is seen, nothing is known of shade', () => {
  const edge = positions[3 * vertices.wing] + 4;
  expect(hasNone(shadeOf({ onNose: 0.7, visible: (x) => (x > edge ? 0 : 1) }))).toBe(true);
  expect(hasNone(shadeOf({ onNose: 0.7, visible: (x) => (x < size / 2 || x > edge ? 1 : 0) }))).toBe(true);
});
