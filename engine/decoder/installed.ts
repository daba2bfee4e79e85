import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { collect } from './collect';
import { isolations, noIsolation, type Isolation } from './isolation';
import { launch, type Decoders } from './launch';
import { findPrograms, type Programs } from './programs';
import { readDecoderSettings, type DecoderSettings } from './settings';

export interface FoundDecoders extends Decoders, Programs {}

let found: Promise<FoundDecoders> | undefined;

export function installedDecoders(): Promise<FoundDecoders> {
  found ??= findDecoders(readDecoderSettings());
  found.catch(() => (found = undefined)); // the failure may be temporary
  return found;
}

async function findDecoders(settings: DecoderSettings): Promise<FoundDecoders> {
  const programs = await findPrograms(settings);
  return { ...programs, isolation: await firstWorking(programs, isolations(settings.searchPath)) };
}

export async function firstWorking(programs: Programs, choices: readonly Isolation[]): Promise<Isolation> {
  const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-'));
  try {
    for (const isolation of choices) if (await isWorking({ ...programs, isolation }, folder)) return isolation;
    return noIsolation;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const PICTURE = Buffer.alloc(16 * 16 * 3, 7);

/** Only a complete run proves that no policy refuses. */
async function isWorking(decoders: Decoders, folder: string): Promise<boolean> {
  const [reads, writes] = [[path.join(folder, 'in')], [path.join(folder, 'out')]];
  try {
    await writeFile(reads[0], PICTURE);
    await writeFile(writes[0], '');
    const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', '16x16'];
    const args = ['-v', 'error', ...raw, '-i', reads[0], '-f', 'rawvideo', '-y', writes[0]];
    const limits = { wallMs: 20_000 };
    const [ffmpeg, ffprobe] = await Promise.all([
      collect(launch({ program: 'ffmpeg', kind: 'file', args, reads, writes, limits }, decoders)),
      collect(launch({ program: 'ffprobe', kind: 'probe', args: ['-version'], limits }, decoders)),
    ]);
    return ffmpeg.code === 0 && ffprobe.code === 0 && PICTURE.equals(await readFile(writes[0]));
  } catch {
    return false;
  }
}
