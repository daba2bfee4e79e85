import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Region } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { readLabel, samePersonSimilarity, type Engine, type Source } from '#engine';
import { writeXmp } from '#engine/label/xmp';
import { portraitSize } from '#shared/sample-media';
import { groupPhoto, portraitBytes, portraitPath } from '#tests/support/portraits';
import { sharedEngine, sharedSource } from '#tests/support/shared-engine';
import { scratchFolder } from '#tests/support/scratch';

const COMPOSITE = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic';

let engine: Engine;
let kenji: Source;
beforeAll(async () => {
  engine = await sharedEngine();
  kenji = await sharedSource('kenji');
});

/** Mean difference within a rectangle, 0–255. */
async function difference(a: string | Buffer, b: string | Buffer, area: Region): Promise<number> {
  const [left, right] = await Promise.all(
    [a, b].map((file) => sharp(file).removeAlpha().extract(area).raw().toBuffer()),
  );
  return left.reduce((sum, value, i) => sum + Math.abs(value - right[i]), 0) / left.length;
}

const face = { left: 260, top: 330, width: 240, height: 240 };
const lowerLeft = { left: 0, top: 800, width: 150, height: 150 };
const topRight = { left: 768 - 200, top: 10, width: 190, height: 60 };

describe('prepare', () => {
  test('gives a thumbnail and the warnings of the photos', async () => {
    const source = await engine.prepare([portraitPath('otto'), portraitBytes('otto')]);
    expect(await sharp(source.thumbnail).metadata()).toMatchObject({ format: 'jpeg', width: 256, height: 256 });
    for (const warning of source.warnings)
      expect(warning).toEqual({ code: expect.any(String), message: expect.any(String) });
  });

  test('names the photo without a face', async () => {
    const empty = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#aaa' } })
      .png()
      .toBuffer();
    await expect(engine.prepare([empty])).rejects.toMatchObject({
      code: 'no_face',
      message: expect.stringMatching(/this photo/),
    });
    await expect(engine.prepare([portraitPath('otto'), empty])).rejects.toMatchObject({
      code: 'no_face',
      message: expect.stringMatching(/photo 2 of 2/),
      details: { photo: 1 },
    });
    await expect(engine.prepare([])).rejects.toMatchObject({ code: 'no_face' });
  });
});

describe('the faces of a photo', () => {
  test('are listed, and one is chosen by its place at any size of the photo', async () => {
    const pair = await groupPhoto([
      { name: 'amara', height: 700 },
      { name: 'otto', height: 560 },
    ]);
    const found = await engine.sourceFaces(pair, { reference: { media: portraitPath('otto') } });
    expect(found).toHaveLength(2);
    const [amara, otto] = found;
    expect(amara.at.x).toBeLessThan(0.5);
    expect(otto.at.x).toBeGreaterThan(0.5);
    expect(amara.similarity).toBeLessThan(samePersonSimilarity);
    expect(otto.similarity).toBeGreaterThan(samePersonSimilarity);
    expect(await sharp(otto.thumbnail).metadata()).toMatchObject({ format: 'jpeg', width: 256, height: 256 });

    const smaller = await sharp(pair).resize({ width: 600 }).jpeg().toBuffer();
    const chosen = await engine.prepare([{ media: smaller, at: otto.at }]);
    const [again] = await engine.sourceFaces(chosen.thumbnail, { reference: { media: otto.thumbnail } });
    expect(again.similarity).toBeGreaterThan(samePersonSimilarity);
    const nowhere = engine.prepare([{ media: pair, at: { x: 0.99, y: 0.99 } }]);
    await expect(nowhere).rejects.toMatchObject({ code: 'no_face' });
  });

  test.each(['kenji', 'otto', 'tomas'] as const)('have the warnings of a source made of them (%s)', async (name) => {
    const [face] = await engine.sourceFaces(portraitPath(name));
    expect(face.warnings).toEqual((await engine.prepare([portraitPath(name)])).warnings);
  });

  test('must be there', async () => {
    const empty = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#aaa' } })
      .png()
      .toBuffer();
    await expect(engine.sourceFaces(empty)).rejects.toMatchObject({ code: 'no_face' });
  });
});

describe('a face that shows too little', () => {
  test('is refused when it is described and when it is prepared, with what would help', async () => {
    const blurred = await sharp(portraitPath('kenji')).blur(9).jpeg().toBuffer();
    const refusal = { code: 'unusable_face', message: expect.stringContaining('Choose a sharper photo') };
    await expect(engine.sourceFaces(blurred)).rejects.toMatchObject(refusal);
    await expect(engine.prepare([blurred])).rejects.toMatchObject(refusal);
  });

  test('does no harm beside a good photo of the person', async () => {
    const blurred = await sharp(portraitPath('kenji')).blur(9).jpeg().toBuffer();
    expect((await engine.prepare([portraitPath('kenji'), blurred])).warnings).toEqual([]);
  });
});

describe('swap', () => {
  test.each([
    ['jpeg', 'result', 'jpeg'],
    ['png', 'result', 'png'],
    ['webp', 'result', 'webp'],
    ['gif', 'result', 'png'],
    ['jpeg', 'result.png', 'png'],
    ['png', 'result.jpg', 'jpeg'],
  ] as const)('reads %s and writes %s as %s, labelled', async (from, name, to) => {
    const media = await sharp(portraitPath('freya')).toFormat(from).toBuffer();
    const out = path.join(scratchFolder(), name);
    const result = await engine.swap({ media, bindings: { p1: kenji }, out });
    expect(result).toEqual({ ...portraitSize, format: to, persons: ['p1'] });
    expect(await sharp(out).metadata()).toMatchObject({ ...portraitSize, format: to, space: 'srgb' });
    expect(await readLabel(out)).toEqual({ marked: true, sourceTypes: [COMPOSITE] });
    expect(await difference(media, out, face)).toBeGreaterThan(6);
    expect(await difference(media, out, lowerLeft)).toBeLessThan(2);
  });

  test('shows the visible label unless told not to', async () => {
    const folder = scratchFolder();
    const [labelled, bare] = [path.join(folder, 'a.png'), path.join(folder, 'b.png')];
    const media = portraitPath('freya');
    await engine.swap({ media, bindings: { p1: kenji }, out: labelled });
    await engine.swap({ media, bindings: { p1: kenji }, out: bare, label: { visible: false } });
    expect(await difference(media, labelled, topRight)).toBeGreaterThan(20);
    expect(await difference(media, bare, topRight)).toBe(0);
    expect(await readLabel(bare)).toMatchObject({ marked: true });
  });

  test('changes only the selected persons', async () => {
    const media = await groupPhoto([
      { name: 'freya', height: 960 },
      { name: 'diego', height: 900 },
    ]);
    const out = path.join(scratchFolder(), 'result.png');
    const result = await engine.swap({ media, bindings: { p2: kenji }, out, label: { visible: false } });
    expect(result.persons).toEqual(['p2']);
    expect(await difference(media, out, face)).toBe(0);
    expect(await difference(media, out, { left: 768 + 250, top: 330, width: 220, height: 220 })).toBeGreaterThan(4);
  });

  test('keeps transparency', async () => {
    const alpha = Buffer.alloc(portraitSize.width * portraitSize.height, 255).fill(40, 0, portraitSize.width * 100);
    const raw = { ...portraitSize, channels: 1 } as const;
    const media = await sharp(portraitPath('freya')).joinChannel(alpha, { raw }).png().toBuffer();
    const out = path.join(scratchFolder(), 'result.png');
    await engine.swap({ media, bindings: { p1: kenji }, out, label: { visible: false } });
    const { data, info } = await sharp(out).extractChannel('alpha').raw().toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(1);
    expect(data.equals(alpha)).toBe(true);
  });

  test('keeps the upload’s AI label and drops its location', async () => {
    const trained = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
    const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } };
    const media = await sharp(portraitPath('freya')).withExif(exif).withXmp(writeXmp(trained)).jpeg().toBuffer();
    const out = path.join(scratchFolder(), 'result.jpg');
    await engine.swap({ media, bindings: { p1: kenji }, out });
    expect((await sharp(media).metadata()).exif).toBeDefined();
    expect((await sharp(out).metadata()).exif).toBeUndefined();
    expect(await readLabel(out)).toEqual({ marked: true, sourceTypes: [COMPOSITE, trained] });
  });

  test('names unknown persons in the error', async () => {
    const out = path.join(scratchFolder(), 'result.jpg');
    const request = { media: portraitPath('freya'), out };
    await expect(engine.swap({ ...request, bindings: { p1: kenji, p7: kenji } })).rejects.toMatchObject({
      code: 'unknown_person',
      message: expect.stringMatching(/no p7.*Found: p1/),
    });
    await expect(engine.swap({ ...request, bindings: {} })).rejects.toMatchObject({ code: 'unknown_person' });
  });

  test('leaves no files when it fails or is aborted', async () => {
    const folder = scratchFolder();
    const out = path.join(folder, 'result.jpg');
    const request = { media: portraitPath('freya'), bindings: { p1: kenji }, out };
    for (const stage of ['reading', 'detecting', 'swapping', 'writing']) {
      const calling = new AbortController();
      const onProgress = (at: string) => at === stage && calling.abort();
      await expect(engine.swap({ ...request, signal: calling.signal, onProgress })).rejects.toMatchObject({
        code: 'aborted',
      });
    }
    writeFileSync(path.join(folder, 'file'), '');
    const inFile = path.join(folder, 'file', 'result.jpg');
    await expect(engine.swap({ ...request, out: inFile })).rejects.toMatchObject({
      message: expect.stringMatching(/cannot be written/),
    });
    expect(readdirSync(folder)).toEqual(['file']);
  });

  test('reports its stages in order, from 0 to 100', async () => {
    const seen: [string, number][] = [];
    const out = path.join(scratchFolder(), 'result.jpg');
    await engine.swap({
      media: portraitPath('freya'),
      bindings: { p1: kenji },
      out,
      onProgress: (...at) => seen.push(at),
    });
    expect([...new Set(seen.map(([stage]) => stage))]).toEqual(['reading', 'detecting', 'swapping', 'writing']);
    const percents = seen.map(([, percent]) => percent);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect([percents[0], percents.at(-1)]).toEqual([0, 100]);
  });
});

describe('preview', () => {
  test('is a small labelled JPEG with the swapped face', async () => {
    const { jpeg } = await engine.preview({ media: portraitPath('freya'), bindings: { p1: kenji }, width: 384 });
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 384, height: 480 });
    expect(await readLabel(jpeg)).toMatchObject({ marked: true });
    const before = await sharp(portraitPath('freya')).resize({ width: 384 }).png().toBuffer();
    expect(await difference(before, jpeg, { left: 130, top: 165, width: 120, height: 120 })).toBeGreaterThan(6);
  });

  test('never enlarges', async () => {
    const { jpeg } = await engine.preview({ media: portraitPath('freya'), bindings: { p1: kenji }, width: 5000 });
    expect(await sharp(jpeg).metadata()).toMatchObject(portraitSize);
  });
});
