import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedDecoders } from '#engine/decoder/installed';
import { h264Options, passthroughTiming } from '#engine/ffmpeg/arguments';
import { withMedia } from '#engine/video/clip/probe-media';
import type { SampleFaceName } from '#shared/sample-media';
import { measureMs, quartile } from '#tests/bench/engine/time';
import { formatTable, ratio } from '#tests/bench/table';
import { portraitPath } from '#tests/support/portraits';
import { isNewerThanSources } from '../../../scripts/setup/newer-than-sources.mjs';
import { build } from '../../../scripts/setup/prepare.mjs';
import { processorMs } from './processor-time';
import { fourPersons, FPS, onePerson } from './scenes';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const SECONDS = 6;
const FRAMES = SECONDS * FPS;
const CLOCK = { num: 1, den: 24_000 };
const RUNS = 3;

interface Cost {
  readonly ms: number;
  readonly processorMs: number;
}

/** New processes without stored tracks, as typed by a user; ffmpeg alone runs between them. */
export async function benchCommand(): Promise<void> {
  await requireBuild();
  const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-bench-'));
  try {
    await benchStart();
    const rows: string[][] = [];
    for (const [media, faces] of [
      [await onePerson(folder, SECONDS), ['lin']],
      [await fourPersons(folder, SECONDS), ['lin', 'malik', 'elsa', 'tomas']],
    ] as [string, SampleFaceName[]][]) {
      const [alone, swapped]: [Cost[], Cost[]] = [[], []];
      for (let run = 0; run < RUNS; run++) {
        alone.push(await cost(await transcoding(media, folder)));
        swapped.push(await cost(swapping(media, faces, folder)));
      }
      const reference = lowerQuartile(alone);
      rows.push(rowOf(`ffmpeg alone, ${faces.length} in the picture`, reference, reference));
      rows.push(rowOf(`swap of ${faces.length}`, lowerQuartile(swapped), reference));
    }
    const columns = ['', 'seconds', 'frames a second', 'of ffmpeg alone', 'processor ms a frame'];
    console.log(formatTable({ title: `Commands: ${FRAMES} frames of 1280 × 720, from start to end`, columns, rows }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Without one, commands run from their sources, which takes longer. */
async function requireBuild(): Promise<void> {
  await build();
  if (!isNewerThanSources(path.join(root, 'build', 'swap.js')))
    throw new Error('The build is older than its sources. Remove the folder build, and run this again.');
}

async function benchStart(): Promise<void> {
  const runs: Cost[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await cost(engineCommand('swap', '--help')));
  const { ms, processorMs } = lowerQuartile(runs);
  console.log(
    formatTable({
      title: 'Start of a command, until it prints its help',
      columns: ['', 'ms', 'processor ms'],
      rows: [['swap --help', ms.toFixed(0), processorMs.toFixed(0)]],
    }),
  );
}

const rowOf = (what: string, { ms, processorMs }: Cost, reference: Cost): string[] => [
  what,
  (ms / 1000).toFixed(1),
  ((1000 * FRAMES) / ms).toFixed(1),
  ratio(reference.ms, ms),
  (processorMs / FRAMES).toFixed(1),
];

const lowerQuartile = (runs: readonly Cost[]): Cost => ({
  ms: quartile(runs.map(({ ms }) => ms)),
  processorMs: quartile(runs.map(({ processorMs }) => processorMs)),
});

/** Of the program and those that it starts. */
async function cost([program, ...args]: readonly string[]): Promise<Cost> {
  const used = processorMs();
  const ms = await measureMs(async () => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${program} exited with ${code}`);
  });
  return { ms, processorMs: processorMs() - used };
}

const engineCommand = (...args: string[]): string[] => [
  process.execPath,
  path.join(root, 'scripts', 'engine.mjs'),
  ...args,
];

function swapping(media: string, faces: readonly SampleFaceName[], folder: string): string[] {
  const persons = faces.flatMap((name, i) => ['--person', `p${i + 1}=${portraitPath(name)}`]);
  return engineCommand('swap', ...persons, '--target', media, '--out', path.join(folder, 'result.mp4'), '--json');
}

async function transcoding(media: string, folder: string): Promise<string[]> {
  const { ffmpeg, features } = await installedDecoders();
  const encoder = await withMedia(media, {}, async (opened) => {
    if (opened.kind !== 'video') throw new Error(`${media}: expected a video, found a ${opened.kind}`);
    return h264Options(opened.info, CLOCK, features);
  });
  const out = ['-c:a', 'copy', '-y', path.join(folder, 'alone.mp4')];
  return [ffmpeg, '-v', 'error', '-i', media, ...encoder, ...passthroughTiming(features), ...out];
}
