import type { Person } from '#contract/index';

import type { Choices } from '~/features/tool/choices';

import { knownIds, type FaceOption } from './face-options';

const mainFace = (ids: string) => ids.split(',')[0]!;

/**
 * Chooses a face for each person who has none: first `recent` ones, then the others in their order.
 * Repeats a face only if there are fewer faces than persons.
 */
export function fillAll(persons: Person[], choices: Choices, faces: FaceOption[], recent: string[]): Choices {
  const offered = new Map<string, string>();
  for (const ids of [...recent, ...faces.map(({ face_id }) => face_id)]) {
    const known = knownIds(ids, faces);
    if (known && !offered.has(mainFace(known))) offered.set(mainFace(known), known);
  }
  const used = new Set(Object.values(choices).map(mainFace));
  const unused = [...offered].filter(([face]) => !used.has(face)).map(([, ids]) => ids);
  const order = [...unused, ...[...offered.values()].filter((ids) => !unused.includes(ids))];
  const without = persons.filter(({ key }) => !choices[key]);
  if (order.length === 0) return choices;
  return { ...choices, ...Object.fromEntries(without.map(({ key }, index) => [key, order[index % order.length]!])) };
}
