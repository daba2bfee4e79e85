import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { decoderEnds } from '#engine/decoder/start';
import { avifGrid } from '#tests/support/avif-grid';
import { portraitBytes, portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { ultraHdr } from '#tests/support/ultra-hdr';
import { runFfmpeg } from '#tests/support/ffmpeg';
import { MAX_SCANS } from './jpeg-scans';
import { readPicture } from './read-picture';

/** A red quarter reveals every rotation and channel swap. */
const sample = await sharp({ create: { width: 200, height: 240, channels: 3, background: '#2040c0' } })
  .composite([{ input: { create: { width: 100, height: 120, channels: 3, background: '#e01020' } }, left: 0, top: 0 }])
  .removeAlpha()
  .png()
  .toBuffer();
const quartered = () => sharp(sample);

function pixel({ width, data }: { width: number; data: Uint8Array }, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
}

function near(wanted: number[], tolerance: number) {
  return wanted.map((value) => expect.closeTo(value, -Math.log10(2 * tolerance)));
}

const red = [0xe0, 0x10, 0x20];
const blue = [0x20, 0x40, 0xc0];

const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const HUFFMAN_TABLE = Buffer.from([0xff, 0xc4]);

/** A grey picture whose coefficients are coded one by one, and refined `refinements` times; all decoders accept it. */
async function manyScans(refinements: number): Promise<{ jpeg: Buffer; scans: number }> {
  const create = { width: 200, height: 200, channels: 3, background: '#808080' } as const;
  const plain = await sharp({ create }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  // The second scan: the end of a block, for all blocks. Its table comes before it.
  const first = plain.indexOf(START_OF_SCAN);
  const second = plain.indexOf(START_OF_SCAN, first + 2);
  const end = plain.indexOf(HUFFMAN_TABLE, second);
  const scans: Buffer[] = [];
  for (const component of refinements ? [1, 2, 3] : [1])
    for (let coefficient = 1; coefficient < 64; coefficient++)
      for (let bit = refinements; bit >= 0; bit--) {
        const scan = Buffer.from(plain.subarray(second, end));
        const approximation = bit === refinements ? bit : ((bit + 1) << 4) | bit;
        [scan[5], scan[7], scan[8], scan[9]] = [component, coefficient, coefficient, approximation];
        scans.push(scan);
      }
  const jpeg = Buffer.concat([plain.subarray(0, second), ...scans, Buffer.from([0xff, 0xd9])]);
  return { jpeg, scans: scans.length + 1 };
}

describe('readPicture reads', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('%s files', async (format) => {
    const bytes = await quartered().toFormat(format, { quality: 95 }).toBuffer();
    const picture = await readPicture(bytes);
    expect(picture).toMatchObject({ format, image: { width: 200, height: 240 } });
    expect(pixel(picture.image, 30, 30)).toEqual(near(red, 8));
    expect(pixel(picture.image, 150, 200)).toEqual(near(blue, 8));
  });

  test.each(['bgr24', 'bgra', 'rgb565le', 'pal8', 'gray', 'monob'])('BMP with %s pixels', async (pixels) => {
    const folder = scratchFolder();
    const [png, bmp] = [path.join(folder, 'a.png'), path.join(folder, 'a.bmp')];
    writeFileSync(png, await quartered().png().toBuffer());
    const viaPalette = pixels === 'pal8' ? ['-vf', 'split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none'] : [];
    await runFfmpeg(['-i', png, ...viaPalette, '-pix_fmt', pixels, '-sws_dither', 'none', bmp]);
    const { image, format } = await readPicture(bmp);
    expect({ format, width: image.width, height: image.height }).toEqual({ format: 'bmp', width: 200, height: 240 });
    const coloured = !['gray', 'monob'].includes(pixels);
    if (coloured) expect(pixel(image, 30, 30)).toEqual(near(red, 12));
    if (coloured) expect(pixel(image, 150, 200)).toEqual(near(blue, 12));
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('applies EXIF orientation %i', async (orientation) => {
    const sideways = orientation > 4;
    const stored = await quartered().jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
    const { image } = await readPicture(stored);
    expect([image.width, image.height]).toEqual(sideways ? [240, 200] : [200, 240]);
    const right = [2, 3, 6, 7].includes(orientation);
    const bottom = [3, 4, 7, 8].includes(orientation);
    const at = pixel(image, right ? image.width - 20 : 20, bottom ? image.height - 20 : 20);
    expect(at).toEqual(near(red, 8));
  });

  test('returns transparency separately', async () => {
    const rgba = Buffer.alloc(200 * 240 * 4, Buffer.from([200, 100, 50, 128]));
    const bytes = await sharp(rgba, { raw: { width: 200, height: 240, channels: 4 } })
      .png()
      .toBuffer();
    const { image, alpha } = await readPicture(bytes);
    expect(pixel(image, 5, 5)).toEqual([200, 100, 50]);
    expect(alpha).toHaveLength(200 * 240);
    expect(alpha![77]).toBe(128);
  });

  test('converts 16 bits, grey and CMYK to 8-bit sRGB', async () => {
    const sixteen = await quartered().toColourspace('rgb16').png().toBuffer();
    const grey = await quartered().toColourspace('b-w').png().toBuffer();
    const cmyk = await quartered().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
    expect(await sharp(sixteen).metadata()).toMatchObject({ depth: 'ushort' });
    expect(await sharp(grey).metadata()).toMatchObject({ channels: 1 });
    expect(await sharp(cmyk).metadata()).toMatchObject({ space: 'cmyk' });
    expect(pixel((await readPicture(sixteen)).image, 30, 30)).toEqual(near(red, 3));
    const [r, g, b] = pixel((await readPicture(grey)).image, 30, 30);
    expect([g, b]).toEqual([r, r]);
    expect(pixel((await readPicture(cmyk)).image, 30, 30)).toEqual(near(red, 40));
  });

  test('converts a wide-gamut profile to sRGB', async () => {
    const inP3 = await quartered().withIccProfile('p3').png().toBuffer();
    const stored = await sharp(inP3, { ignoreIcc: true } as object)
      .raw()
      .toBuffer();
    const { image } = await readPicture(inP3);
    expect([...stored.subarray(0, 3)]).not.toEqual(near(red, 3));
    expect(pixel(image, 0, 0)).toEqual(near(red, 3));
  });

  test.each(['srgb', 'p3'])('converts 16 bits with the profile %s to sRGB', async (profile) => {
    const png = await quartered().withIccProfile(profile).toColourspace('rgb16').png().toBuffer();
    expect(await sharp(png).metadata()).toMatchObject({ depth: 'ushort', hasProfile: true });
    expect(pixel((await readPicture(png)).image, 0, 0)).toEqual(near(red, 3));
  });
});

const heicPath = (name: string) => fileURLToPath(new URL(`../../tests/support/pictures/${name}.heic`, import.meta.url));

describe('readPicture reads HEIC and AVIF', () => {
  test('a HEIC picture, with its wide-gamut profile', async () => {
    const { image, format } = await readPicture(heicPath('lin-p3'));
    expect({ format, width: image.width, height: image.height }).toEqual({ format: 'heic', width: 400, height: 500 });
    const portrait = await sharp(portraitPath('lin')).resize(400, 500).removeAlpha().raw().toBuffer();
    const differences = image.data.map((value, i) => Math.abs(value - portrait[i]));
    expect(differences.reduce((sum, value) => sum + value) / differences.length).toBeLessThan(2);
  });

  test('a HEIC picture of a phone, scaled down to the limit', async () => {
    const { image } = await readPicture(heicPath('large'), { maxSide: 4000 });
    expect([image.width, image.height]).toEqual([4000, 3000]);
    expect(pixel(image, 100, 100)).toEqual(near(red, 8));
    expect(pixel(image, 3900, 2900)).toEqual(near(blue, 8));
  });

  test('an AVIF picture, also of the generic brand', async () => {
    const avif = await quartered().avif({ quality: 80 }).toBuffer();
    const generic = Buffer.from(avif);
    generic.write('mif1', 8, 'latin1');
    for (const bytes of [avif, generic]) {
      const { image, format } = await readPicture(bytes);
      expect(format).toBe('avif');
      expect(pixel(image, 30, 30)).toEqual(near(red, 12));
      expect(pixel(image, 150, 200)).toEqual(near(blue, 12));
    }
  });

  test('a progressive JPEG, but not one of hundreds of scans', async () => {
    const jpeg = await quartered().jpeg({ progressive: true }).toBuffer();
    expect((await readPicture(jpeg)).format).toBe('jpeg');
    const crowded = await manyScans(3);
    expect(crowded.scans).toBeGreaterThan(MAX_SCANS);
    await expect(readPicture(crowded.jpeg)).rejects.toMatchObject({ code: 'damaged_media' });
    const few = await manyScans(0);
    expect(few.scans).toBeLessThan(MAX_SCANS);
    const withFilm = Buffer.concat([few.jpeg, ...Array<Buffer>(MAX_SCANS).fill(START_OF_SCAN)]);
    for (const jpeg of [few.jpeg, withFilm]) expect((await readPicture(jpeg)).format).toBe('jpeg');
  });

  test.each([1, 6])('the standard picture of an Ultra HDR photo of orientation %d', async (orientation) => {
    const jpeg = await quartered().withIccProfile('p3').withMetadata({ orientation, icc: 'p3' }).jpeg().toBuffer();
    const gains = await quartered().toColourspace('b-w').resize(100).jpeg().toBuffer();
    const photo = ultraHdr(jpeg, gains);
    expect((await sharp(photo).metadata()).gainMap).toBeDefined();
    expect((await readPicture(photo)).image).toEqual((await readPicture(jpeg)).image);
  });

  test('a JPEG without its last marker, but not without its last pixels', async () => {
    for (const progressive of [false, true]) {
      const jpeg = await sharp(portraitPath('otto')).resize(200).jpeg({ progressive }).toBuffer();
      expect(pixel((await readPicture(jpeg.subarray(0, -2))).image, 30, 30)).toEqual(
        pixel((await readPicture(jpeg)).image, 30, 30),
      );
      for (const missing of [30, 500])
        await expect(readPicture(jpeg.subarray(0, -missing))).rejects.toMatchObject({ code: 'damaged_media' });
    }
  });

  test('an AVIF picture of tiles, decoded by a process of its own', async () => {
    const ended: unknown[] = [];
    const onEnd = (message: unknown) => void ended.push(message);
    decoderEnds.subscribe(onEnd);
    onTestFinished(() => void decoderEnds.unsubscribe(onEnd));
    const { image, format } = await readPicture(
      await avifGrid({ side: 400, tile: { width: 200, height: 200 }, tiles: 2 }),
    );
    expect(format).toBe('avif');
    expect([image.width, image.height]).toEqual([400, 400]);
    expect(pixel(image, 300, 300)).toEqual(near(red, 12));
    expect(ended).toEqual([{ program: 'node', kind: 'picture', code: 0 }]);
  });

  test('but not of tiles that are larger than any picture may be', async () => {
    const tiled = await avifGrid({ side: 400, tile: { width: 8400, height: 200 }, tiles: 2 });
    await expect(readPicture(tiled)).rejects.toMatchObject({ code: 'too_large' });
  });

  test('an AVIF picture keeps its transparency and its statement of origin', async () => {
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf/></x:xmpmeta>';
    const clear = { r: 9, g: 9, b: 9, alpha: 0 };
    const create = { width: 200, height: 200, channels: 4, background: clear } as const;
    const read = await readPicture(await sharp({ create }).withXmp(xmp).avif().toBuffer());
    expect(read.xmp).toContain('adobe:ns:meta/');
    expect(read.alpha?.[0]).toBe(0);
  });

  test.each([0.1, 0.5, 0.9])('but not %f of a HEIC picture', async (share) => {
    const whole = readFileSync(heicPath('lin-p3'));
    await expect(readPicture(whole.subarray(0, share * whole.length))).rejects.toMatchObject({
      code: 'unsupported_type',
      message: expect.stringContaining('Save it as JPEG'),
    });
  });

  test('nor a HEIC picture that states less than it decodes to', async () => {
    const lying = readFileSync(heicPath('large'));
    for (let at = lying.indexOf('ispe'); at >= 0; at = lying.indexOf('ispe', at + 4)) {
      lying.writeUInt32BE(400, at + 8);
      lying.writeUInt32BE(300, at + 12);
    }
    await expect(readPicture(lying)).rejects.toMatchObject({ code: 'unsupported_type' });
  });
});

describe('readPicture rejects', () => {
  test.each([
    ['a text file named .jpg', Buffer.from('this is no picture at all'), 'unsupported_type', /text file.*JPEG, PNG/],
    ['a PDF', Buffer.from('%PDF-1.7\n\x00\x01'), 'unsupported_type', /PDF/],
    ['a video', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0', 'latin1'), 'unsupported_type', /video/],
    ['an empty file', Buffer.alloc(0), 'damaged_media', /empty/],
    ['three bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff]), 'damaged_media', /JPEG.*damaged/],
    ['an unreadable HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), 'unsupported_type', /HEIC.*JPEG/],
    ['a BMP header alone', Buffer.from('BM\0\0'), 'damaged_media', /BMP/],
  ])('%s', async (_what, bytes, code, message) => {
    await expect(readPicture(bytes)).rejects.toMatchObject({
      name: 'EngineError',
      code,
      message: expect.stringMatching(message),
    });
  });

  test('a truncated JPEG', async () => {
    const whole = portraitBytes('otto');
    for (const share of [0.1, 0.5, 0.9]) {
      const part = whole.subarray(0, whole.length * share);
      await expect(readPicture(part)).rejects.toMatchObject({ code: 'damaged_media' });
    }
  });

  test('a truncated PNG, WebP, GIF and BMP', async () => {
    const bmp = path.join(scratchFolder(), 'a.bmp');
    await runFfmpeg(['-i', portraitPath('otto'), bmp]);
    const files = await Promise.all(
      (['png', 'webp', 'gif'] as const).map((f) => sharp(portraitPath('otto')).toFormat(f).toBuffer()),
    );
    for (const whole of [...files, await sharp(portraitPath('otto')).toBuffer()]) {
      await expect(readPicture(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ code: 'damaged_media' });
    }
    const { readFile } = await import('node:fs/promises');
    const bytes = await readFile(bmp);
    await expect(readPicture(bytes.subarray(0, bytes.length / 2))).rejects.toMatchObject({ code: 'damaged_media' });
  });

  test('a 10 px picture, stating both sizes', async () => {
    const tiny = await sharp({ create: { width: 10, height: 10, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    await expect(readPicture(tiny)).rejects.toMatchObject({
      code: 'too_small',
      message: expect.stringMatching(/10 × 10.*at least 160/),
      details: { width: 10, minSide: 160 },
    });
  });

  test('a 30,000 px picture by its header', async () => {
    const header = pngHeader(30_000, 30_000);
    await expect(readPicture(header)).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/30000 × 30000.*at most 8192/),
    });
  });

  test('too many megapixels with allowed sides', async () => {
    await expect(readPicture(pngHeader(8192, 8192))).rejects.toMatchObject({
      message: expect.stringMatching(/67 megapixels.*64/),
    });
  });

  test('an extreme aspect ratio', async () => {
    const wide = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    await expect(readPicture(wide)).rejects.toMatchObject({
      code: 'bad_ratio',
      message: expect.stringMatching(/too wide.*3\.00.*2\.33/),
    });
  });

  test('a header with a false size', async () => {
    const jpeg = Buffer.from(await quartered().jpeg().toBuffer());
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(400, frame + 5);
    await expect(readPicture(jpeg)).rejects.toMatchObject({ code: 'damaged_media' });
    jpeg.writeUInt16BE(30_000, frame + 5);
    await expect(readPicture(jpeg)).rejects.toMatchObject({ code: 'too_large' });
    const bmp = Buffer.alloc(60);
    bmp.write('BM');
    bmp.writeUInt32LE(40, 14);
    bmp.writeInt32LE(30_000, 18);
    bmp.writeInt32LE(-30_000, 22);
    await expect(readPicture(bmp)).rejects.toMatchObject({ code: 'too_large' });
  });

  test('an animation, stating its number of frames', async () => {
    const frame = await quartered().png().toBuffer();
    const gif = await sharp([frame, frame, await quartered().negate().png().toBuffer()], { join: { animated: true } })
      .gif()
      .toBuffer();
    await expect(readPicture(gif)).rejects.toMatchObject({
      code: 'unsupported_type',
      message: expect.stringMatching(/animated \(\d frames\)/),
    });
  });

  test('an AVIF sequence as animated, not as damaged', async () => {
    const avif = await quartered().avif().toBuffer();
    avif.write('avis', 8, 'latin1');
    await expect(readPicture(avif)).rejects.toMatchObject({
      code: 'unsupported_type',
      message: expect.stringMatching(/AVIF is animated/),
      details: { isAnimated: true },
    });
  });

  test('a file over the limit and a missing file', async () => {
    const jpeg = portraitPath('otto');
    await expect(readPicture(jpeg, { maxBytes: 50_000 })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/0\.1 MB/),
    });
    await expect(readPicture(portraitBytes('otto'), { maxBytes: 50_000 })).rejects.toMatchObject({ code: 'too_large' });
    await expect(readPicture('/nowhere/at/all.jpg')).rejects.toMatchObject({
      code: 'damaged_media',
      message: expect.stringMatching(/all\.jpg/),
    });
  });
});

function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(100)))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
