import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EngineError, mediaKinds, openEngine, type Engine } from '#engine';
import { clipPath, makeClip } from '#tests/support/clips';
import { portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';

const kinds = mediaKinds;

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

async function wholeFiles(): Promise<Buffer[]> {
  const folder = scratchFolder();
  const containers = ['mp4', 'mkv', 'webm', 'ts', 'mpeg', 'avi', 'wmv'] as const;
  const clips = containers.map(async (kind) =>
    readFile(await makeClip(path.join(folder, `clip.${kind}`), kind, { seconds: 0.5, fps: 12 })),
  );
  const frame = sharp(portraitPath('lin')).resize(200, 250);
  const pages = [await frame.clone().png().toBuffer(), await frame.clone().negate().png().toBuffer()];
  const joined = sharp(pages, { join: { animated: true } });
  return Promise.all([
    ...clips,
    joined.clone().gif().toBuffer(),
    joined.clone().webp().toBuffer(),
    readFile(clipPath('cuts')),
  ]);
}

const FILES = 10;

/** Evenly from 0 to 1: damage at the very first bytes only makes a file of another kind. */
const anywhere = fc.noBias(fc.integer({ min: 0, max: 9999 })).map((n) => n / 10_000);

/** A file cut off somewhere, with some bits turned over: anywhere, or in the header behind the first bytes. */
const damage = fc.record({
  file: fc.nat({ max: FILES - 1 }),
  keep: anywhere,
  cut: fc.boolean(),
  flips: fc.array(fc.record({ at: anywhere, early: fc.nat({ max: 3 }), bit: fc.nat({ max: 7 }) }), { maxLength: 6 }),
});

const FIRST_BYTES = 16;
const HEADER = 800;

function damaged(whole: Buffer, { keep, cut, flips }: typeof damage extends fc.Arbitrary<infer T> ? T : never): Buffer {
  const bytes = Buffer.from(whole.subarray(0, cut ? FIRST_BYTES + 1 + keep * whole.length : undefined));
  for (const { at, early, bit } of flips) {
    const reach = early === 0 ? Math.min(HEADER, bytes.length) : bytes.length;
    bytes[FIRST_BYTES + Math.floor(at * (reach - FIRST_BYTES))] ^= 1 << bit;
  }
  return bytes;
}

it('damaged videos and animations end in a result or in an EngineError that says what is wrong', async () => {
  const whole = await wholeFiles();
  expect(whole).toHaveLength(FILES);
  const outcomes = { result: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(damage, async (how) => {
      const bytes = damaged(whole[how.file], how);
      try {
        const { width, height, persons } = await engine.analyse(bytes, { kinds, toMs: 1000 });
        expect(width * height).toBeGreaterThan(0);
        for (const { landmarks } of persons) expect(landmarks.every(Number.isFinite)).toBe(true);
        outcomes.result++;
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        expect(error.code, `${error.message} ${String(error.cause)}`).not.toBe('internal');
        expect(error.message).toMatch(/^[A-Z].*\.$/);
        outcomes.refused++;
      }
    }),
    { numRuns: 40 },
  );
  expect(outcomes.result).toBeGreaterThan(3);
  expect(outcomes.refused).toBeGreaterThan(3);
}, 300_000);
