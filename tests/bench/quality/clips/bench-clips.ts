import path from 'node:path';
import type { Engine } from '#engine';
import type { FaceFinder } from '#engine/analyse/face-finder';
import type { Member } from '#tests/bench/quality/cast';
import { summarise, type Column } from '#tests/bench/quality/figures';
import { idsOf, type Clip } from './clip';
import { measureClip } from './measure-clip';
import { swapClip } from './swap-clip';
import { FilmStrips } from './film-strips';

export interface Studio {
  readonly engine: Engine;
  readonly finder: FaceFinder;
  readonly cast: readonly Member[];
}

export async function benchClips(
  clips: readonly Clip[],
  { engine, finder, cast }: Studio,
  folder: string,
  all?: FilmStrips,
): Promise<Column[]> {
  const columns: Column[] = [];
  for (const clip of clips) {
    const member = (id: string) => cast.find(({ name }) => name === id)!;
    const people = idsOf(clip).map((id) => ({ id, own: member(id).identity, given: clip.given[id]?.identity }));
    const owns = new Map(people.map(({ id, own }) => [id, own]));
    const played = await swapClip(clip, owns, engine, finder);
    const measured = await measureClip(clip, played, people, finder);
    const strip = new FilmStrips([clip]);
    await strip.add(clip, played);
    await strip.write(path.join(folder, `clip-${clip.name}.png`));
    await all?.add(clip, played);
    columns.push({ name: clip.name, count: clip.truth.length, measured });
  }
  return columns;
}

export function total(name: string, columns: readonly Column[]): Column {
  const count = columns.reduce((sum, column) => sum + column.count, 0);
  return { name, count, measured: summarise(columns.map(({ measured }) => measured)) };
}
