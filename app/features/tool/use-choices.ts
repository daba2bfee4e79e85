import { useState } from 'react';

import type { Face, Person } from '#contract/index';

type Choices = Record<string, string>;

interface Options {
  persons: Person[];
  faces: Face[];
  /** Key of the person who is being looked at. */
  looking: string;
  /** What a refused form had. */
  sent: Choices | undefined;
  /** The face the address names as just added. */
  added: string | null;
}

/**
 * Which face each person gets, by id; empty keeps their own. A face that has just been added goes to the person who is
 * being looked at, since that is whom it was added for.
 */
export function useChoices({ persons, faces, looking, sent, added }: Options) {
  const [choices, setChoices] = useState<Choices>(() => {
    const first = faces.some((face) => face.face_id === added) ? added : null;
    const before = (key: string) => sent?.[`face.${key}`] ?? (key === looking ? first : null);
    return Object.fromEntries(persons.map(({ key }) => [key, before(key) ?? '']));
  });
  const [known, setKnown] = useState(faces);
  if (known !== faces) {
    setKnown(faces);
    const newest = faces.find((face) => known.every((other) => other.face_id !== face.face_id));
    if (newest) setChoices({ ...choices, [looking]: newest.face_id });
  }
  const choose = (person: string, face: string) => setChoices((before) => ({ ...before, [person]: face }));
  return { choices, choose };
}
