import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { clipOf, type Clip, type ClipMedia } from '#engine/video/clip/clip';
import { withMedia } from '#engine/video/clip/probe-media';
import { makeClip, withLongerSound } from '#tests/support/clips';
import { scratchFolder } from '#tests/support/scratch';
import { fewMoments } from './moments';

const withClip = (file: string, work: (clip: Clip) => Promise<void>) =>
  withMedia(file, { kinds: ['video'] }, (media) => work(clipOf(media as ClipMedia, {})));

test('moments end with the picture of a video whose sound goes on', async () => {
  await withClip(await withLongerSound(path.join(scratchFolder(), 'clip.mp4')), async (clip) => {
    const times: number[] = [];
    for await (const { atMs } of fewMoments(clip)) times.push(atMs);
    expect(times).toHaveLength(4);
    expect(times.at(-1)).toBeLessThan(1000);
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
