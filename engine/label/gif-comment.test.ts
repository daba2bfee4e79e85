import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readGifComment, withGifComment } from './gif-comment';

const gif = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#c33' } })
    .gif()
    .toBuffer();

test.each(['short', 'long '.repeat(120)])('a comment is read back: %.10s', async (comment) => {
  const labelled = withGifComment(await gif(), comment);
  expect(readGifComment(labelled)).toBe(comment);
  expect(await sharp(labelled).metadata()).toMatchObject({ format: 'gif', width: 8 });
  expect(await sharp(labelled).raw().toBuffer()).toEqual(
    await sharp(await gif())
      .raw()
      .toBuffer(),
  );
});

test('a GIF without a comment returns undefined', async () => {
  expect(readGifComment(await gif())).toBeUndefined();
});
