import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FaceFinder } from '#engine/analyse/face-finder';
import { FaceNetPool, type FaceNets } from '#engine/analyse/face-net-pool';
import { trackClip } from '#engine/video/track/track-clip';
import { clipOf } from '#engine/video/clip/clip';
import { withMedia } from '#engine/video/clip/probe-media';
import { ModelStore } from '#engine/nets/model-store';
import { clipPath } from '#tests/support/clips';

let finder: FaceFinder;
beforeAll(async () => {
  finder = await FaceFinder.load(await ModelStore.open());
});
afterAll(() => finder.close());

const castOf = (nets: FaceNets) =>
  withMedia(clipPath('crossing'), {}, async (media) => {
    if (media.kind !== 'video') throw new Error('it is no video');
    return (await trackClip(nets, clipOf(media, { toMs: 700 }))).faces.toStored();
  });

function counted() {
  const asked = { times: 0 };
  const counting =
    <K extends keyof FaceNets>(task: K) =>
    (...args: unknown[]) => {
      asked.times++;
      return (finder[task] as (...args: unknown[]) => unknown)(...args);
    };
  const nets = Object.fromEntries(
    (['find', 'track', 'embed', 'mask'] as const).map((task) => [task, counting(task)]),
  ) as unknown as FaceNets;
  return { nets, asked };
}

describe('nets in worker threads', () => {
  test('give the same tracks as in-process nets and do most of the work', async () => {
    const [alone, shared] = [counted(), counted()];
    const threads = new FaceNetPool(shared.nets, 2);
    try {
      await threads.start();
      expect(await castOf(threads)).toEqual(await castOf(alone.nets));
      expect(shared.asked.times).toBeLessThan(alone.asked.times / 2);
    } finally {
      await threads.close();
    }
  });

  test('fall back to in-process nets when workers cannot start', async () => {
    const threads = new FaceNetPool(finder, 2, '/nowhere');
    try {
      await threads.start();
      expect((await castOf(threads)).bestFrames).toHaveLength(2);
    } finally {
      await threads.close();
    }
  });
});
