import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngine, type Engine, type Source } from '#engine';
import { readArguments, wholeNumber } from '#engine/cli/arguments';
import { portraitPath } from '#tests/support/portraits';
import { readOrExit } from '#engine/cli/read-or-exit';
import { fuzzCase, type FuzzCase } from './cases';
import { frameBombs } from './frame-bombs';
import { processFile, type Outcome } from './process-file';
import { treeMegabytes } from './memory';
import { wholeFiles } from './whole-files';

/** npm run fuzz [-- --count 50 --from 300] [--frames: frames larger than stated] [--json] */

/** Generous for a busy machine. */
const LONGEST_MS = 120_000;
const SAMPLE_EVERY_MS = 50;

export interface Summary {
  cases: string[];
  outcomes: Record<Outcome, number>;
  faults: { number: number; name: string; fault: string }[];
  slowest: { number: number; name: string; seconds: number };
  /** Includes children. */
  peakMegabytes: number;
  seconds: number;
}

const options = {
  count: { type: 'string', default: '1000' },
  from: { type: 'string', default: '0' },
  json: { type: 'boolean', default: false },
  frames: { type: 'boolean', default: false },
} as const;
const asked = readOrExit((args) => {
  const { values } = readArguments(args, options);
  return { ...values, from: wholeNumber(values.from, '--from'), count: wholeNumber(values.count, '--count') };
});

async function run(engine: Engine, source: Source, folder: string): Promise<Summary> {
  const cases = await casesAsked(folder);
  const began = performance.now();
  const summary: Summary = {
    cases: [],
    outcomes: { refused: 0, 'looked at': 0, swapped: 0 },
    faults: [],
    slowest: { number: 0, name: '', seconds: 0 },
    peakMegabytes: 0,
    seconds: 0,
  };
  const sampling = setInterval(() => {
    summary.peakMegabytes = Math.max(summary.peakMegabytes, Math.round(treeMegabytes()));
  }, SAMPLE_EVERY_MS);
  for (const [number, damaged] of cases) {
    summary.cases.push(damaged.name);
    await one(engine, source, number, damaged, summary);
  }
  clearInterval(sampling);
  return { ...summary, seconds: Math.round((performance.now() - began) / 1000) };
}

async function casesAsked(folder: string): Promise<[number, FuzzCase][]> {
  const bombs = frameBombs(folder);
  const cases: [number, FuzzCase][] = [];
  if (asked.frames) {
    for (const [number, bomb] of bombs.entries()) cases.push([number, await bomb.make()]);
    return cases;
  }
  const files = await wholeFiles(folder);
  const { from, count } = asked;
  for (let number = from; number < from + count; number++) {
    cases.push([number, await fuzzCase(number, files, bombs)]);
  }
  return cases;
}

async function one(engine: Engine, source: Source, number: number, { name, bytes }: FuzzCase, summary: Summary) {
  // First: names the case if the process dies.
  if (!asked.json && process.stderr.isTTY) process.stderr.write(`\r\x1b[K${number} ${name}`);
  const began = performance.now();
  try {
    summary.outcomes[await withinTime(processFile(engine, source, bytes))]++;
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    summary.faults.push({ number, name, fault });
  }
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  if (seconds > summary.slowest.seconds) summary.slowest = { number, name, seconds };
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LONGEST_MS / 1000} s`)), LONGEST_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function told({ cases, outcomes, faults, slowest, peakMegabytes, seconds }: Summary): string {
  const ends = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
  return [
    `${cases.length} damaged files in ${seconds} s: ${ends.join(', ')}, ${faults.length} faults`,
    `most memory, with every ffmpeg: ${peakMegabytes} MB; slowest: ${slowest.seconds} s (${slowest.number}, ${slowest.name})`,
    ...faults.map(({ number, name, fault }) => `  ${number} (${name}): ${fault}`),
  ].join('\n');
}

const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-fuzz-'));
const engine = await openEngine();
try {
  const summary = await run(engine, await engine.prepare([portraitPath('otto')]), folder);
  process.stdout.write(`${asked.json ? JSON.stringify(summary) : told(summary)}\n`);
  process.exitCode = summary.faults.length ? 1 : 0;
} finally {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
}
