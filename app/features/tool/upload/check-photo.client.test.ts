import { expect, test, vi } from 'vitest';

import { checkPhoto } from './check-photo.client';

/** Node lacks the decoder. Null: it fails. */
function decoderReads(size: { width: number; height: number } | null) {
  vi.stubGlobal('createImageBitmap', async () => {
    if (!size) throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
    return { ...size, close: () => {} };
  });
}

const photo = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name);

test('a photo within the rules passes', async () => {
  decoderReads({ width: 1600, height: 1200 });
  expect(await checkPhoto(photo('us.JPG'))).toBeNull();
});

test('what the name gives away is said before anything is decoded', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('must not be asked')));
  expect((await checkPhoto(photo('clip.mp4')))?.message).toContain('MP4 files do not work here');
  expect((await checkPhoto(photo('empty.jpg', 0)))?.message).toContain('empty');
});

test('what begins like a picture and cannot be read is damaged; anything else is none, whatever its name', async () => {
  decoderReads(null);
  const begun = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0])], 'cut.jpg');
  expect((await checkPhoto(begun))?.error).toBe('damaged_media');
  expect((await checkPhoto(photo('text.jpg')))?.error).toBe('unsupported_type');
});

test('a HEIC photo passes although the browser cannot decode it', async () => {
  decoderReads(null);
  expect(await checkPhoto(new File(['\0\0\0\x20ftypheic'], 'IMG_0412.HEIC'))).toBeNull();
});

test.each([
  [{ width: 10, height: 10 }, 'at least 160 px'],
  [{ width: 30_000, height: 20_000 }, 'at most 4,000 px'],
  [{ width: 160, height: 3000 }, 'too tall'],
])('%j is refused with the rule and its own value', async (size, words) => {
  decoderReads(size);
  const refusal = await checkPhoto(photo('us.png'));
  expect(refusal?.error).toBe('bad_dimensions');
  expect(refusal?.message).toContain(words);
});

test.each([
  ['JPEG', [0xff, 0xd8, 0xff], { width: 4032, height: 3024 }, true],
  ['PNG', [0x89, 0x50, 0x4e, 0x47], { width: 3600, height: 8400 }, true], // exactly 9:21, whose copy must not exceed it
  ['WebP', [...Buffer.from('RIFF1234WEBP')], { width: 4032, height: 3024 }, true],
  ['BMP', [...Buffer.from('BM')], { width: 4032, height: 3024 }, true],
  ['animated WebP', [...Buffer.from('RIFF1234WEBPVP8X\n\0\0\0\x12')], { width: 4032, height: 3024 }, false],
  ['still WebP with alpha', [...Buffer.from('RIFF1234WEBPVP8X\n\0\0\0\x10')], { width: 4032, height: 3024 }, true],
  [
    'animated PNG',
    [0x89, ...Buffer.from('PNG\r\n\x1a\n\0\0\0\rIHDR …acTL …IDAT')],
    { width: 4032, height: 3024 },
    false,
  ],
  ['PNG with a word in its pixels', [0x89, ...Buffer.from('PNG …IDAT …acTL')], { width: 4032, height: 3024 }, true],
  ['GIF', [...Buffer.from('GIF89a')], { width: 4032, height: 3024 }, false],
  ['JPEG', [0xff, 0xd8, 0xff], { width: 159, height: 200 }, false],
  ['JPEG', [0xff, 0xd8, 0xff], { width: 3000, height: 1000 }, false],
  ['JPEG', [0xff, 0xd8, 0xff], { width: 12_000, height: 4000 }, false],
  ['JPEG', [0xff, 0xd8, 0xff], { width: 5000, height: 150 }, false],
])('a refused %s of bytes %j and size %j can be copied within the rules: %s', async (_type, bytes, size, can) => {
  decoderReads(size);
  const refusal = await checkPhoto(new File([new Uint8Array(bytes)], 'us.jpg'));
  expect(refusal?.error).toBe('bad_dimensions');
  expect(refusal?.makeSmallerCopy !== undefined).toBe(can);
});
