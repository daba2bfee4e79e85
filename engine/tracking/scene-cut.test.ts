import sharp from 'sharp';
import { expect, test } from 'vitest';
import { viewOf, type View } from '../nets/view';
import { faceView } from '#tests/support/face-views';
import type { PortraitName } from '#tests/support/portraits';
import { SceneCuts } from './scene-cut';

const SIDE = 256;

/** A portrait as a camera sees it: so many times as large, its middle so far aside, as a share of the picture. */
async function shot(name: PortraitName, zoom: number, aside = 0): Promise<View> {
  const { width, height, data } = (await faceView(name)).image;
  const side = Math.floor((0.5 * Math.min(width, height)) / zoom);
  const left = Math.floor(width / 2 - side / 2 + aside * side);
  const picture = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top: Math.floor((height - side) / 2), width: side, height: side })
    .resize(SIDE, SIDE)
    .raw()
    .toBuffer();
  return viewOf({ width: SIDE, height: SIDE, data: new Uint8Array(picture) });
}

async function cutsIn(views: readonly Promise<View>[]): Promise<boolean[]> {
  const cuts = new SceneCuts();
  const found: boolean[] = [];
  for (const view of views) found.push(cuts.isCut(await view));
  return found;
}

test('another scene is a cut, whatever was before', async () => {
  expect(await cutsIn([shot('freya', 1), shot('otto', 1)])).toEqual([false, true]);
  expect(await cutsIn([shot('freya', 1), shot('freya', 1), shot('amara', 1.1, 0.1)])).toEqual([false, false, true]);
});

test('a camera that moves fast from the first frame on makes no cut', async () => {
  expect(await cutsIn([shot('freya', 1), shot('freya', 1.15), shot('freya', 1.3)])).toEqual([false, false, false]);
  expect(await cutsIn([shot('otto', 1), shot('otto', 1, 0.07), shot('otto', 1, 0.14)])).toEqual([false, false, false]);
});
