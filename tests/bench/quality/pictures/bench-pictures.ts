import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngine, type Engine } from '#engine';
import { EngineError } from '#engine/errors';
import { readPicture } from '#engine/media/read-picture';
import type { Source } from '#engine/types';
import { formatTable } from '#tests/bench/table';
import {
  decimal,
  identityFigures,
  identityTable,
  NO_FACE_IN_RESULT,
  untouchedDistances,
  type PairResult,
  type Swapped,
} from './identity-figures';
import { drawPair } from './pair-sheet';
import { everyPair, listedPairs, type Pair } from './pairs';
import { faceIn, FolderError, readFolder, type Picture } from './read-folder';
import { distance, RecognitionNet, type Descriptor } from './recognition-net';

export interface PicturesOptions {
  readonly folders: readonly string[];
  /** For sheets and the table of pairs. */
  readonly out: string;
  /** File with pairs; else each person's first picture on every other person's second. */
  readonly list?: string;
  /** Persons whose sources get a column of their own. */
  readonly glasses: readonly string[];
}

/** Uses the engine's public functions only, as the product does. */
export async function benchPictures({ folders, out, list, glasses }: PicturesOptions): Promise<void> {
  const listed = list === undefined ? undefined : await readList(list);
  const [engine, net] = [await openEngine(), await RecognitionNet.load()];
  const work = await mkdtemp(path.join(tmpdir(), 'faceswap-bench-'));
  try {
    await mkdir(out, { recursive: true });
    const pictures: Picture[] = [];
    for (const folder of folders) pictures.push(...(await readFolder(folder, engine, net)));
    const pairs = listed !== undefined ? listedPairs(listed, pictures) : everyPair(pictures);
    const results = await swapAll(pairs, { engine, net, out, work });
    const gallery = pictures.flatMap(({ name, person, seen }) => (seen ? { name, person, ...seen } : []));
    const { same, strangers } = untouchedDistances(gallery);
    console.log(
      `${gallery.length} untouched pictures: one person's ${decimal(same)} apart, strangers' ${decimal(strangers)}\n`,
    );
    const wears = ({ source }: PairResult) => glasses.includes(source.person);
    const columns: Record<string, PairResult[]> = { 'all pairs': results };
    if (glasses.length > 0) {
      columns['sources with glasses'] = results.filter(wears);
      columns['without'] = results.filter((result) => !wears(result));
    }
    const figures = Object.entries(columns).map(([name, some]) => [name, identityFigures(some, gallery)] as const);
    console.log(formatTable(identityTable(Object.fromEntries(figures))));
    console.log(`Pictures to look at, and pairs.csv: ${out}/`);
  } finally {
    await rm(work, { recursive: true, force: true });
    await Promise.all([engine.close(), net.close()]);
  }
}

async function readList(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new FolderError(`The list ${file} cannot be opened. Check its name.`, { cause });
  }
}

interface Studio {
  readonly engine: Engine;
  readonly net: RecognitionNet;
  readonly out: string;
  readonly work: string;
}

async function swapAll(pairs: readonly Pair[], studio: Studio): Promise<PairResult[]> {
  const prepared = new Map<string, Promise<Source>>();
  const results: PairResult[] = [];
  const lines = ['pair,source,target,to source,to target,no result,warnings'];
  for (const [index, pair] of pairs.entries()) {
    const { source, target } = pair;
    const number = String(index + 1).padStart(3, '0');
    let outcome: PairResult['outcome'];
    let warnings = '';
    try {
      if (!prepared.has(source.name)) prepared.set(source.name, studio.engine.prepare([source.media]));
      const material = await prepared.get(source.name)!;
      warnings = material.warnings.map(({ code }) => code).join(' ');
      outcome = await swapPair(pair, material, `${number}-${source.name}-on-${target.name}.png`, studio);
    } catch (error) {
      if (!(error instanceof EngineError) || error.code === 'internal') throw error;
      console.log(`${source.name} on ${target.name}: refused (${error.code}). ${error.message}`);
      outcome = error.code;
    }
    const cells = typeof outcome === 'string' ? ['', '', outcome] : [...awayFrom(outcome), ''];
    lines.push([number, source.name, target.name, ...cells, warnings].join(','));
    results.push({ source, outcome });
  }
  await writeFile(path.join(studio.out, 'pairs.csv'), `${lines.join('\n')}\n`);
  return results;
}

/** @throws EngineError if the engine refuses */
async function swapPair(
  { source, target }: Pair,
  material: Source,
  sheet: string,
  { engine, net, out, work }: Studio,
): Promise<PairResult['outcome']> {
  const file = path.join(work, 'result.png');
  await engine.swap({ media: target.media, bindings: { p1: material }, out: file, label: { visible: false } });
  if (!source.seen || !target.seen) throw new Error(`${source.name} on ${target.name}: swapped, but no face was found`);
  const found = await faceIn(file, engine);
  const outcome = found ? compare(await net.describe(found), source.seen, target.seen) : NO_FACE_IN_RESULT;
  const [toSource, toTarget] = typeof outcome === 'string' ? ['?', '?'] : awayFrom(outcome);
  await drawPair(
    path.join(out, sheet),
    { source: source.seen.face, target: target.seen.face, result: (await readPicture(file)).image },
    `${source.name} (${toSource} away) on ${target.name} (${toTarget} away)`,
  );
  return outcome;
}

type Seen = NonNullable<Picture['seen']>;

const compare = (descriptor: Descriptor, source: Seen, target: Seen): Swapped => ({
  descriptor,
  toSource: distance(descriptor, source.descriptor),
  toTarget: distance(descriptor, target.descriptor),
});

const awayFrom = ({ toSource, toTarget }: Swapped) => [toSource, toTarget].map(decimal);
