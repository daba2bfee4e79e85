import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sampleFaceNames } from '#shared/sample-media';
import { portraitBytes } from '#tests/support/portraits';
import { fingerprintsOf } from './fingerprints';

const one = async (picture: Buffer) => (await fingerprintsOf(picture))[0]!;

function distance(a: bigint, b: bigint): number {
  const bits = BigInt.asUintN(64, a ^ b).toString(2);
  return [...bits].filter((bit) => bit === '1').length;
}

test('copies in another size, quality, format or brightness differ in at most six bits', async () => {
  const picture = portraitBytes('amara');
  const original = await one(picture);
  const copies = [
    sharp(picture).resize(300).jpeg({ quality: 40 }),
    sharp(picture).webp({ quality: 30 }),
    sharp(picture).png().modulate({ brightness: 1.15 }),
    sharp(picture).blur(2).jpeg(),
  ];
  for (const copy of copies) expect(distance(original, await one(await copy.toBuffer()))).toBeLessThanOrEqual(6);
});

test('portraits of different people, drawn alike, differ in more than twelve bits', async () => {
  const all = await Promise.all(sampleFaceNames.map((name) => one(portraitBytes(name))));
  const pairs = all.flatMap((first, index) => all.slice(index + 1).map((second) => distance(first, second)));
  expect(Math.min(...pairs)).toBeGreaterThan(12);
});

test('frames side by side have fingerprints of their own, flat ones none', async () => {
  const [first, second] = [portraitBytes('amara'), portraitBytes('diego')];
  const cell = (bytes: Buffer) => sharp(bytes).resize(160, 200).toBuffer();
  const strip = await sharp({ create: { width: 480, height: 200, channels: 3, background: '#777' } })
    .composite([
      { input: await cell(first), left: 0, top: 0 },
      { input: await cell(second), left: 160, top: 0 },
    ])
    .jpeg()
    .toBuffer();
  const found = await fingerprintsOf(strip, 3);
  expect(found).toHaveLength(2);
  expect(distance(found[0]!, await one(first))).toBeLessThanOrEqual(6);
});
