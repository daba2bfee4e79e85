import sharp from 'sharp';
import { expect, test } from 'vitest';
import { viewOf, type View } from '#engine/nets/view';
import { faceView } from '#tests/support/face-views';
import type { SampleFaceName } from '#shared/sample-media';
import { SceneCutDetector } from './scene-cut';

const SIDE = 256;

async function photograph(name: SampleFaceName, zoom = 1, aside = 0): Promise<Buffer> {
  const { width, height, data } = (await faceView(name)).image;
  const side = Math.floor((0.5 * Math.min(width, height)) / zoom);
  const left = Math.floor(width / 2 - side / 2 + aside * side);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top: Math.floor((height - side) / 2), width: side, height: side })
    .resize(SIDE, SIDE)
    .raw()
    .toBuffer();
}

async function shot(...camera: Parameters<typeof photograph>): Promise<View> {
  return viewOf({ width: SIDE, height: SIDE, data: new Uint8Array(await photograph(...camera)) });
}

async function cutsIn(views: readonly Promise<View>[]): Promise<boolean[]> {
  const detector = new SceneCutDetector();
  const found: boolean[] = [];
  for (const view of views) found.push(detector.next(await view));
  return found;
}

test('a change of scene is a cut, on the second frame too', async () => {
  expect(await cutsIn([shot('freya', 1), shot('otto', 1)])).toEqual([false, true]);
  expect(await cutsIn([shot('freya', 1), shot('freya', 1), shot('amara', 1.1, 0.1)])).toEqual([false, false, true]);
});

test('fast camera movement is no cut', async () => {
  expect(await cutsIn([shot('freya', 1), shot('freya', 1.15), shot('freya', 1.3)])).toEqual([false, false, false]);
  expect(await cutsIn([shot('otto', 1), shot('otto', 1, 0.07), shot('otto', 1, 0.14)])).toEqual([false, false, false]);
});

async function pair(...names: [SampleFaceName, SampleFaceName]): Promise<View> {
  const raw = { width: SIDE, height: SIDE, channels: 3 as const };
  const photographs = await Promise.all(names.map((name) => photograph(name)));
  const [width, height] = [2 * SIDE, 1.25 * SIDE];
  const data = await sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite(photographs.map((input, index) => ({ input, raw, left: SIDE * index, top: 0 })))
    .removeAlpha()
    .raw()
    .toBuffer();
  return viewOf({ width, height, data: new Uint8Array(data) });
}

test('a reverse shot with black bars is a cut', async () => {
  expect(await cutsIn([pair('freya', 'otto'), pair('otto', 'freya')])).toEqual([false, true]);
});
