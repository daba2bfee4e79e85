import { expect, test } from 'vitest';
import { faceView } from '#tests/support/face-views';
import { chin, foreheadTop, noseTip } from '#engine/mesh/topology';
import type { AtlasLevel, Beard } from '#engine/swap/source-types';
import type { FaceView } from '#engine/types';
import { layOutAtlas } from './atlas/atlas-layout';
import { beardOf } from './beard';

/** Beside the nose, below it. */
const moustache = 165;
const side = 128;
const size = 64;
const skin = [200, 150, 130];

/** The net sees a beard below the nose, `seen` of 255. */
async function bearded(seen: number): Promise<FaceView> {
  return { ...(await faceView('otto')), masks: { side, beard: new Uint8Array(side ** 2).fill(seen, side ** 2 / 2) } };
}

/** Of skin, and of `hair` in every other column below the nose. */
function painted(hair: readonly number[]): AtlasLevel[] {
  const isHair = (texel: number) => texel % 2 === 0 && texel > 0.55 * size ** 2;
  const level = (size: number, colour: (i: number) => number) => ({
    size,
    data: Uint8Array.from({ length: 3 * size ** 2 }, (_, i) => colour(i)),
  });
  return [
    level(2 * size, () => 0),
    level(size, (i) => (isHair(Math.floor(i / 3)) ? hair : skin)[i % 3]),
    level(size / 2, () => 0),
  ];
}

function readAt({ size, data }: Beard, vertex: number, outwards: number): number {
  const { positions } = layOutAtlas(size);
  const away = (axis: number) => positions[3 * vertex + axis] - positions[3 * noseTip + axis];
  const length = Math.hypot(away(0), away(1));
  const [x, y] = [0, 1].map((axis) =>
    Math.round(positions[3 * vertex + axis] + (outwards * away(axis)) / length - 0.5),
  );
  return data[y * size + x];
}

test('a beard reaches beyond the outline of the atlas, where samples on the outline lie', async () => {
  const map = beardOf([await bearded(255)], painted([40, 32, 28]), [1])!;
  for (const outwards of [-3, 0, 1]) expect(readAt(map, chin, outwards), `${outwards}`).toBeGreaterThan(0.95);
  for (const outwards of [-3, 0, 1]) expect(readAt(map, foreheadTop, outwards), `${outwards}`).toBeLessThan(0.05);
});

test('its colour is that of the hair, and the skin’s is that of the cheeks', async () => {
  const map = beardOf([await bearded(255)], painted([40, 32, 28]), [1])!;
  for (let k = 0; k < 3; k++) {
    expect(map.skin[k]).toBeCloseTo(skin[k], 0);
    expect(map.hair![k]).toBeCloseTo([40, 32, 28][k], 0);
  }
});

test.each([
  ['as light as the skin', [195, 150, 130]],
  ['white', [250, 250, 250]],
])('%s, it has no dark hair', async (_, hair) => {
  expect(beardOf([await bearded(255)], painted(hair), [1])!.hair).toBeUndefined();
});

test('a moustache is enough hair to have a colour', async () => {
  const view = await faceView('otto');
  const row = (share: number) => Math.round(share * side) * side;
  const masks = { side, beard: new Uint8Array(side ** 2).fill(255, row(0.6), row(0.618)) };
  expect(beardOf([{ ...view, masks }], painted([40, 32, 28]), [1])!.hair![0]).toBeCloseTo(40, 0);
});

test('below the lips a beard counts as far as it is hair', async () => {
  const mapWith = async (belowLips: number) => beardOf([await bearded(255)], painted([40, 32, 28]), [belowLips])!;
  const [none, half] = [await mapWith(0), await mapWith(0.5)];
  expect(readAt(none, chin, -3)).toBeLessThan(0.05);
  expect(readAt(half, chin, -3)).toBeCloseTo(0.5, 1);
  for (const map of [none, half]) expect(readAt(map, moustache, 0)).toBeGreaterThan(0.95);
});

test('of two photos, each counts by its own', async () => {
  const map = beardOf([await bearded(255), await bearded(255)], painted([40, 32, 28]), [1, 0])!;
  expect(readAt(map, chin, -3)).toBeCloseTo(0.5, 1);
});

test('without a beard there is no map', async () => {
  expect(beardOf([await bearded(0)], painted(skin), [1])).toBeUndefined();
  expect(beardOf([await faceView('otto')], painted(skin), [1])).toBeUndefined();
});
