import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { EngineError, mediaKinds, type Engine, type Source } from '#engine';

const limits = { maxSide: 4000, maxBytes: 60e6, maxVideoSide: 4096, maxGifMs: 15_000 };
const kinds = mediaKinds;

export type Outcome = 'refused' | 'looked at' | 'swapped';

/** Like an upload and swap. Throws unless the result is valid or an expected refusal. */
export async function processFile(engine: Engine, source: Source, bytes: Buffer): Promise<Outcome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-'));
  const media = path.join(folder, 'media');
  try {
    await writeFile(media, bytes);
    return await use(engine, source, media, path.join(folder, 'result'));
  } catch (error) {
    assertClear(error);
    return 'refused';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function use(engine: Engine, source: Source, media: string, out: string): Promise<Outcome> {
  const { kind, width, height, durationMs = 0 } = await engine.inspect(media, { kinds, limits });
  assert(width * height > 0 && Math.max(width, height) <= 4096, `a size of ${width} × ${height}`);
  assert(Number.isFinite(durationMs) && durationMs >= 0, `a length of ${durationMs}`);
  const still = await engine.still(media, 320, { kinds, limits });
  assert((await sharp(still.jpeg).metadata()).width! <= 320, 'a still too wide');
  if (kind !== 'photo') await engine.filmstrip(media, { frames: 2, limits, durationMs });
  const part = kind === 'video' ? { toMs: 500 } : {};
  const { persons } = await engine.analyse(media, { kinds, limits, ...part });
  for (const { landmarks } of persons) assert(landmarks.every(Number.isFinite), 'landmarks that are no numbers');
  if (persons.length === 0) return 'looked at';
  await engine.swap({ media, bindings: { p1: source }, out, kinds, limits, ...part });
  assert(existsSync(out), 'no result');
  await engine.still(out, 320, { kinds });
  return 'swapped';
}

function assert(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the engine gave ${what}`);
}

function assertClear(error: unknown): void {
  if (!(error instanceof EngineError)) throw error;
  if (error.code === 'internal') throw error.cause ?? error;
  assert(/^[A-Z].*\.$/s.test(error.message), `no sentence: ${error.message}`);
}
