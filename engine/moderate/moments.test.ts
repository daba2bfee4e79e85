import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { clipOf, type Clip, type ClipMedia } from '#engine/video/clip/clip';
import { withMedia } from '#engine/video/clip/probe-media';
import { makeClip, withLongerSound } from '#tests/support/clips';
import { scratchFolder } from '#tests/support/scratch';
import { fewMoments, type Moment } from './moments';

const withClip = (file: string, work: (clip: Clip) => Promise<void>) =>
  withMedia(file, { kinds: ['video'] }, (media) => work(clipOf(media as ClipMedia, {})));

test('the last picture of a video is looked at for as long as its sound goes on', async () => {
  await withClip(await withLongerSound(path.join(scratchFolder(), 'clip.mp4')), async (clip) => {
    const moments: Moment[] = [];
    for await (const moment of fewMoments(clip)) moments.push(moment);
    expect(moments.map(({ atMs }) => atMs)).toEqual([0, 250, 500, 750, 1000, 1250, 1500, 1750]);
    const [before, last, ...held] = moments.slice(3).map(({ image }) => Buffer.from(image.data));
    expect(before!.equals(last!)).toBe(false);
    expect(held.map((picture) => picture.equals(last!))).toEqual([true, true, true]);
  });
});

test('a moment that cannot be read is an error, not the end of the video', async () => {
  const file = await makeClip(path.join(scratchFolder(), 'clip.mp4'), 'mp4', { seconds: 2 });
  await withClip(file, async (clip) => {
    const moments = fewMoments(clip);
    expect((await moments.next()).value).toMatchObject({ atMs: 0 });
    await rm(file);
    await expect(moments.next()).rejects.toMatchObject({ code: 'damaged_media' });
  });
});
