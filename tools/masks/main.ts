// From picture folders to the committed weights: npm run masks
import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '#engine/cli/command';
import { readOrExit } from '#engine/cli/read-or-exit';
import { findFaces } from './find-faces';
import { installNet } from './install-net';
import { readOptions, usage } from './options';

const options = readOrExit(readOptions);
const tool = fileURLToPath(new URL('.', import.meta.url));
const samplesPerShard = Math.min(1000, options.samples);
/** Rendered faces remain in the second step: their masks are exact. */
const renderedShare = 0.3;

const inWork = (file: string) => path.resolve(options.work, file);

async function main(): Promise<void> {
  await rm(inWork('shards'), { recursive: true, force: true }); // of an earlier run: all that lie there are trained on
  await mkdir(inWork('shards'), { recursive: true });
  const rendered = await library('rendered', options.rendered);
  await drawSamples('rendered', 0, [`${rendered}=1`]);
  await train('rendered', ['rendered']);
  if (options.real.length > 0) {
    const real = await library('real', options.real);
    const shares = [`${rendered}=${renderedShare}`, `${real}=${1 - renderedShare}`];
    await drawSamples('mixed', 1000, shares);
    await train('mixed', ['rendered', 'mixed'], ['--start', inWork('rendered.pt'), '--rate', '0.0018']);
  }
  const weights = inWork(options.real.length > 0 ? 'mixed.pt' : 'rendered.pt');
  await python('export.py', weights, inWork('face-masks.onnx'));
  if (options.evaluate.length > 0) {
    await python('evaluate.py', weights, await library('evaluation', options.evaluate), inWork('sheets'));
  }
  if (options.install) await installNet(inWork('face-masks.onnx'));
}

/** Cuts the faces of some folders and returns the library's file. */
async function library(name: string, folders: readonly string[]): Promise<string> {
  const found = await findFaces(folders, inWork(`${name}.jsonl`));
  console.log(`${name}: ${found} faces`);
  await python('cut_faces.py', inWork(`${name}.jsonl`), inWork(`${name}.npz`));
  return inWork(`${name}.npz`);
}

/** Writes shards with consecutive seeds, as many at once as there are cores. */
async function drawSamples(name: string, firstSeed: number, libraries: readonly string[]): Promise<void> {
  const seeds = Array.from({ length: Math.ceil(options.samples / samplesPerShard) }, (_, i) => firstSeed + i + 1);
  const shares = libraries.flatMap((each) => ['--library', ...each.split('=')]);
  const hands = options.hands ? ['--hands', path.resolve(options.hands)] : [];
  const drawNext = async (): Promise<void> => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift())
      await python(
        'generate.py',
        inWork(`shards/${name}-${seed}.npz`),
        `${samplesPerShard}`,
        `${seed}`,
        ...shares,
        ...hands,
      );
  };
  await Promise.all(Array.from({ length: availableParallelism() }, drawNext));
}

async function train(name: string, shards: readonly string[], more: readonly string[] = []): Promise<void> {
  const patterns = shards.map((each) => inWork(`shards/${each}-*.npz`));
  await python('train.py', inWork(`${name}.pt`), `${options.steps}`, ...patterns, '--batch', '16', ...more);
}

function python(script: string, ...args: readonly string[]): Promise<void> {
  const child = spawn(options.python, [path.join(tool, script), ...args], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new UsageError(`${options.python} cannot be started. Install python3-torch or use --python.`, { cause })),
    );
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new UsageError(`${script} failed: see its output above.`)),
    );
  });
}

if (options.help) console.log(usage);
else {
  await main().catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(1);
  });
}
