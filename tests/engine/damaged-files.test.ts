import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EngineError, openEngine, type Engine } from '#engine';
import { runFfmpeg } from '#engine/media/ffmpeg';
import { portraitPath } from '#tests/support/portraits';

let engine: Engine;
let whole: Buffer[];

beforeAll(async () => {
  engine = await openEngine();
  const small = sharp(portraitPath('lin')).resize(240, 300);
  const formats = ['jpeg', 'png', 'webp', 'gif'] as const;
  const bmp = await runFfmpeg([
    '-i',
    portraitPath('lin'),
    '-vf',
    'scale=160:200',
    '-c:v',
    'bmp',
    '-f',
    'image2pipe',
    'pipe:1',
  ]);
  whole = [
    ...(await Promise.all(formats.map((format) => small.clone().toFormat(format).toBuffer()))),
    await small.clone().jpeg({ progressive: true }).toBuffer(),
    bmp,
  ];
});
afterAll(() => engine.close());

/** Evenly from 0 to 1: doubles lie mostly near 0, where damage only makes a file of another kind. */
const anywhere = fc.noBias(fc.integer({ min: 1, max: 9999 })).map((n) => n / 10_000);

/** A file cut off somewhere, with some bits turned over: anywhere, or among the first bytes where the header is. */
const damage = fc.record({
  file: fc.nat({ max: 5 }),
  keep: anywhere,
  cut: fc.boolean(),
  flips: fc.array(fc.record({ at: anywhere, early: fc.boolean(), bit: fc.nat({ max: 7 }) }), {
    maxLength: 8,
  }),
});

function damaged({ file, keep, cut, flips }: typeof damage extends fc.Arbitrary<infer T> ? T : never): Buffer {
  const source = whole[file];
  const bytes = Buffer.from(source.subarray(0, cut ? Math.ceil(source.length * keep) : source.length));
  for (const { at, early, bit } of flips)
    bytes[Math.floor(at * (early ? Math.min(300, bytes.length) : bytes.length))] ^= 1 << bit;
  return bytes;
}

it('end in a result or in an EngineError that says what is wrong, never in anything else', async () => {
  const outcomes = { result: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(damage, async (how) => {
      try {
        const { width, height, persons } = await engine.analyse(damaged(how));
        expect(width * height).toBeGreaterThan(0);
        for (const { landmarks } of persons) expect(landmarks.every(Number.isFinite)).toBe(true);
        outcomes.result++;
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        expect(error.code).not.toBe('internal');
        expect(error.message).toMatch(/^[A-Z].*\.$/);
        outcomes.refused++;
      }
    }),
    { numRuns: 200 },
  );
  expect(outcomes.result).toBeGreaterThan(10);
  expect(outcomes.refused).toBeGreaterThan(50);
});
