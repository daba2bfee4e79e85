import { useRef, useState } from 'react';

import type { Face, Person } from '#contract/index';

import { Button } from '~/components/button';
import { fetchJson } from '~/lib/fetch-json.client';
import { paths } from '~/lib/paths';

import type { Choices } from '~/features/tool/choices';

import { faceOptions, isKnown, type FaceOption } from './face-options';
import { fillAll } from './fill-all';
import { readRecent } from './kept-choices';

interface Props {
  persons: Person[];
  faces: FaceOption[];
  /** Number of faces of the library that are not loaded. */
  otherFaces: number;
  choices: Choices;
  choose: (person: string, photos: string) => void;
}

/** One press for all persons instead of one for each; single choices can be changed afterwards. */
export function ChooseForEveryone({ persons, faces, otherFaces, choices, choose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(choices);
  latest.current = choices;
  if (persons.length < 2) return null;
  const isComplete = persons.every(({ key }) => choices[key]);
  const press = async () => {
    if (isComplete) return persons.forEach(({ key }) => choose(key, ''));
    setBusy(true);
    const recent = readRecent();
    const all = otherFaces > 0 ? await withRecent(recent, faces) : faces;
    setBusy(false);
    const filled = fillAll(persons, latest.current, all, recent);
    for (const { key } of persons) choose(key, filled[key] ?? '');
  };
  return (
    <Button
      type="button"
      size="small"
      look={isComplete ? 'ghost' : 'second'}
      className="needs-script -my-2"
      onClick={press}
      busy={isBusy}
    >
      {isComplete ? 'Clear all' : 'Choose for all'}
    </Button>
  );
}

/** Adds the recent faces that the page has not loaded and that still exist. */
async function withRecent(recent: string[], faces: FaceOption[]): Promise<FaceOption[]> {
  const missing = [...new Set(recent.flatMap((ids) => ids.split(',')))].filter((id) => !isKnown(id, faces));
  if (missing.length === 0) return faces;
  const loaded = await fetchJson<{ faces: Face[] }>(paths.resources.faces(missing.slice(0, mostNamed))).catch(
    () => null,
  );
  return [...faces, ...faceOptions(loaded?.faces ?? [])];
}

/** Ids in an address. */
const mostNamed = 60;
