import { expect, test } from 'vitest';
import { pictureFile } from './picture-file';

const text = (words: string) => [...new TextEncoder().encode(words)];

function repeated(head: number[], part: number[], times: number, tail: number[] = []): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(head.length + part.length * times + tail.length);
  bytes.set(head);
  for (let index = 0; index < times; index++) bytes.set(part, head.length + index * part.length);
  bytes.set(tail, bytes.length - tail.length);
  return bytes;
}

/** Of empty parts, with its end. */
const files = {
  JPEG: (parts: number) => repeated([0xff, 0xd8], [0xff, 0xe1, 0, 2], parts, [0xff, 0xda, 0, 2]),
  PNG: (parts: number) =>
    repeated([0x89, ...text('PNG\r\n'), 0x1a, 0x0a], [0, 0, 0, 0, ...text('tEXt'), 0, 0, 0, 0], parts, [
      0,
      0,
      0,
      0,
      ...text('IEND'),
      0,
      0,
      0,
      0,
    ]),
  WebP: (parts: number) => {
    const bytes = repeated([...text('RIFF'), 0, 0, 0, 0, ...text('WEBP')], [...text('EXIF'), 0, 0, 0, 0], parts);
    new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true);
    return bytes;
  },
  GIF: (parts: number) => repeated([...text('GIF89a'), 0, 0, 0, 0, 0, 0, 0], [0x21, 0xfe, 0], parts, [0x3b]),
};

test.each(Object.entries(files))('a %s of more parts than can be listed at once is not read', (_format, make) => {
  expect(pictureFile(make(90_000))?.getManifestJUMBF()).toBeUndefined();
  expect(() => pictureFile(make(100_001))).toThrow('too many parts');
});
