import sharp from 'sharp';
import { expect, test } from 'vitest';
import { withJpegProfile } from './jpeg-profile';

const grey = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#777' } });

test('a profile joins a JPEG beside its other metadata, without a change of the pixels', async () => {
  const { icc } = await sharp(await grey().withIccProfile('srgb').jpeg().toBuffer()).metadata();
  const plain = await grey().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').jpeg().toBuffer();
  const joined = withJpegProfile(plain, icc!);
  const [before, after] = [await sharp(plain).metadata(), await sharp(joined).metadata()];
  expect(after.icc).toEqual(icc);
  expect(after.xmp).toEqual(before.xmp);
  expect(await sharp(joined).raw().toBuffer()).toEqual(await sharp(plain).raw().toBuffer());
});
