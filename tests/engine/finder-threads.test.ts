import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FaceFinder } from '#engine/analyse/face-finder';
import { FinderThreads, type Looker } from '#engine/analyse/finder-threads';
import { follow } from '#engine/moving/follow';
import { footageOf } from '#engine/moving/footage';
import { withMedia } from '#engine/moving/open-media';
import { ModelStore } from '#engine/nets/model-store';
import { clipPath } from '#tests/support/clips';

let finder: FaceFinder;
beforeAll(async () => {
  finder = await FaceFinder.load(await ModelStore.open());
});
afterAll(() => finder.close());

const castOf = (looker: Looker) =>
  withMedia(clipPath('crossing'), {}, async (media) => {
    if (media.kind !== 'video') throw new Error('it is no video');
    return (await follow(looker, footageOf(media, { toMs: 700 }))).cast.stored();
  });

/** Nets that must not be asked. */
const none: Looker = {
  find: () => Promise.reject(new Error('found here')),
  follow: () => Promise.reject(new Error('followed here')),
  describe: () => Promise.reject(new Error('described here')),
};

describe('nets in threads', () => {
  it('find and follow the same faces as those here', async () => {
    const threads = new FinderThreads(none, 2);
    try {
      await threads.start();
      expect(await castOf(threads)).toEqual(await castOf(finder));
    } finally {
      await threads.close();
    }
  });

  it('are done without when they cannot be had', async () => {
    const threads = new FinderThreads(finder, 2, '/nowhere');
    try {
      await threads.start();
      expect((await castOf(threads)).bestFrames).toHaveLength(2);
    } finally {
      await threads.close();
    }
  });
});
