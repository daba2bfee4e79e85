// Figures and contact sheets: npm run bench:quality
import { mkdirSync } from 'node:fs';
import { openEngine } from '#engine';
import { FaceFinder } from '#engine/analyse/face-finder';
import { readArguments } from '#engine/cli/arguments';
import { ModelStore } from '#engine/nets/model-store';
import { formatTable, type Table } from '#tests/bench/table';
import { readOrExit } from '#engine/cli/read-or-exit';
import { benchStills, type StillsOptions } from './bench-stills';
import { photographs, portraits } from './cast';
import { benchClips, total, type Studio } from './clips/bench-clips';
import type { Clip } from './clips/clip';
import { photographedClips } from './clips/photographed';
import { renderedClips } from './clips/rendered';
import { FilmStrips } from './clips/film-strips';
import type { Column } from './figures';
import { benchPictures } from './pictures/bench-pictures';
import { benchSamePerson } from './pictures/bench-same-person';
import { FolderError } from './pictures/read-folder';
import { markdownOf, missed, tableOf, totalOf } from './report';

const usage = `npm run bench:quality              everything: about ten minutes
npm run bench:quality -- SET …     portraits, photographs, clips, photo-clips; or one clip: clips:hand, photo-clips:bar
npm run bench:quality -- --quick   one pair in seven, three clips of each kind
npm run bench:quality -- --json    figures for a program
npm run bench:quality -- --docs    tables for docs/quality.md, and its pictures: rendered people alone
npm run bench:quality -- --pictures DIR … [--out DIR] [--pairs FILE] [--glasses NAME] …
                                   your own photos and clips, named ann-1.jpg, ann-2.jpg, ben-1.mp4 …
npm run bench:quality -- --pictures DIR … --same
                                   each person with themselves: what the swap changes though nothing should
Contact sheets and film strips go to screenshots/quality/, which is never committed.`;

const folder = 'screenshots/quality';
const quickClips = ['turn', 'hand', 'crossing', 'lean', 'bar', 'cuts'];

const known = {
  quick: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  docs: { type: 'boolean', default: false },
  pictures: { type: 'string', multiple: true },
  out: { type: 'string', default: `${folder}/pictures` },
  pairs: { type: 'string' },
  glasses: { type: 'string', multiple: true, default: [] as string[] },
  same: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const { values: options, positionals: wanted } = readOrExit((args) => readArguments(args, known, Infinity));

interface Chapter {
  readonly table: Table;
  readonly columns: readonly Column[];
}

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const finder = await FaceFinder.load(await ModelStore.open());
  const engine = await openEngine();
  const rendered: Studio = { engine, finder, cast: await portraits(finder) };
  const photographed: Studio = { engine, finder, cast: await photographs(finder) };
  const chapters = [
    await stills({ portraits: rendered, photographs: photographed }),
    await film('clips', 'Rendered clips', await renderedClips(rendered.cast), rendered),
    await film('photo-clips', 'Moving photographs', await photographedClips(photographed.cast), photographed),
  ];
  const measured = chapters.filter(({ columns }) => columns.length > 0);
  if (measured.length > 0) print(measured);
  else {
    console.error(`There is no set or clip called ${wanted.join(', ')}. See --help.`);
    process.exitCode = 2;
  }
  await Promise.all([engine.close(), finder.close()]);
}

async function stills(studios: Record<string, Studio>): Promise<Chapter> {
  const columns: Column[] = [];
  for (const [name, { cast, finder }] of Object.entries(studios).filter(([name]) => isWanted(name))) {
    const oneIn = options.quick ? 7 : 1;
    const pictures: StillsOptions['pictures'][number][] = [{ file: `${folder}/${name}.png` }];
    if (options.docs && name === 'portraits') pictures.push({ file: 'docs/quality-portraits.webp', tile: 96 });
    columns.push(await benchStills(name, cast, finder, { oneIn, pictures }));
  }
  return { table: tableOf('Stills: every face on every other', columns), columns };
}

async function film(set: string, title: string, clips: readonly Clip[], studio: Studio): Promise<Chapter> {
  const chosen = clips.filter(({ name }) => isWanted(set, name));
  const docs = options.docs && set === 'clips' && chosen.length > 0 ? new FilmStrips(chosen, 96) : undefined;
  const columns = await benchClips(chosen, studio, folder, docs);
  await docs?.write('docs/quality-clips.webp');
  const all = columns.length > 0 ? [total(`all ${set}`, columns)] : [];
  return { table: tableOf(title, [...columns, ...all]), columns: all };
}

function isWanted(set: string, clip?: string): boolean {
  if (clip && options.quick && !quickClips.includes(clip)) return false;
  return wanted.length === 0 || wanted.includes(set) || (clip !== undefined && wanted.includes(`${set}:${clip}`));
}

function print(chapters: readonly Chapter[]): void {
  const columns = chapters.flatMap((chapter) => chapter.columns);
  if (options.json) {
    console.log(JSON.stringify({ columns, missed: missed(columns) }, null, 2));
    return;
  }
  for (const { table } of chapters) {
    console.log(options.docs ? `**${table.title}**\n\n${markdownOf(table)}\n` : formatTable(table));
  }
  console.log(totalOf(columns));
  if (!options.docs) console.log(`Pictures to look at: ${folder}/`);
}

/** Of options that would be ignored. */
function refuseWithSame(): void {
  const ignored = [options.pairs && '--pairs', options.glasses.length > 0 && '--glasses'].find(Boolean);
  if (options.pictures && !ignored) return;
  console.error(ignored ? `${ignored} has no use with --same.` : '--same needs --pictures DIR.');
  process.exit(2);
}

async function judgePictures(folders: readonly string[]): Promise<void> {
  try {
    if (options.same) return await benchSamePerson(folders);
    await benchPictures({ folders, out: options.out, list: options.pairs, glasses: options.glasses });
  } catch (error) {
    if (!(error instanceof FolderError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

if (options.same && !options.help) refuseWithSame();
if (options.help) console.log(usage);
else if (options.pictures) await judgePictures(options.pictures);
else await main();
