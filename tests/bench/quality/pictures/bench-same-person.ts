import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngine, type Engine } from '#engine';
import { EngineError } from '#engine/errors';
import { readPicture } from '#engine/media/read-picture';
import type { Source } from '#engine/types';
import { formatTable, type Table } from '#tests/bench/table';
import { colourErrors, meanLab, zones, type ColourError, type Zone } from './colour-error';
import { pairsOfOnePerson, type Pair } from './pairs';
import { FolderError, readFolder, type Picture } from './read-folder';
import { RecognitionNet } from './recognition-net';

interface Measured {
  readonly person: string;
  readonly errors: Partial<Record<Zone, ColourError>>;
}

/**
 * Every picture of a person on every other one of that person: the right result is the target as it was. Light, make-up and
 * expression differ between two pictures, but as much one way as the other way round, so that what remains in the mean is
 * an error of the engine.
 */
export async function benchSamePerson(folders: readonly string[]): Promise<void> {
  const [engine, net] = [await openEngine(), await RecognitionNet.load()];
  const work = await mkdtemp(path.join(tmpdir(), 'faceswap-bench-'));
  try {
    const pictures: Picture[] = [];
    for (const folder of folders) pictures.push(...(await readFolder(folder, engine, net)));
    const pairs = pairsOfOnePerson(pictures);
    if (pairs.length === 0) {
      throw new FolderError('Nobody has two pictures with a face. Name those of one person ann-1.jpg, ann-2.jpg.');
    }
    const measured = await measureAll(pairs, engine, path.join(work, 'result.png'));
    const persons = new Set(measured.map(({ person }) => person)).size;
    console.log(`${measured.length} swaps of ${persons} persons with themselves, each person counted once\n`);
    console.log(formatTable(samePersonTable(measured)));
  } finally {
    await rm(work, { recursive: true, force: true });
    await Promise.all([engine.close(), net.close()]);
  }
}

/** Pairs that the engine refuses are left out. */
async function measureAll(pairs: readonly Pair[], engine: Engine, out: string): Promise<Measured[]> {
  const prepared = new Map<string, Promise<Source>>();
  const measured: Measured[] = [];
  for (const { source, target } of pairs) {
    try {
      if (!prepared.has(source.name)) prepared.set(source.name, engine.prepare([source.media]));
      const p1 = await prepared.get(source.name)!;
      await engine.swap({ media: target.media, bindings: { p1 }, out, label: { visible: false } });
    } catch (error) {
      if (!(error instanceof EngineError) || error.code === 'internal') throw error;
      continue;
    }
    const errors = colourErrors(target.seen!.face, (await readPicture(out)).image);
    measured.push({ person: source.person, errors });
  }
  return measured;
}

/** Means of each person's means. */
export function samePersonTable(measured: readonly Measured[]): Table {
  const persons = [...new Set(measured.map(({ person }) => person))];
  const meanOf = (zone: Zone, figure: keyof ColourError) =>
    meanLab(
      persons.flatMap((person) => {
        const own = measured.filter((each) => each.person === person).map(({ errors }) => errors[zone]?.[figure]);
        const seen = own.filter((error) => error !== undefined);
        return seen.length === 0 ? [] : [meanLab(seen)];
      }),
    );
  const cells = (zone: Zone) => [...meanOf(zone, 'bias'), ...meanOf(zone, 'size')].map(decimal);
  return {
    title: 'Colour of a swap with oneself, CIELAB: mean difference, and mean of its amounts',
    columns: ['', 'lightness', 'red', 'yellow', '|lightness|', '|red|', '|yellow|'],
    rows: (Object.keys(zones) as Zone[]).map((zone) => [zone, ...cells(zone)]),
  };
}

const decimal = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(1));
