import { useEffect, useState } from 'react';

import type { Person } from '#contract/index';

import type { Choices } from '~/features/tool/choices';
import type { FaceOption } from './person-choice';

interface Options {
  /** `form`: id of the swap form. `subject`: the value of one of its fields, which identifies it. */
  form: string;
  subject: string;
  persons: Person[];
  faces: FaceOption[];
  activePerson: string;
  /** Choices of a rejected form or of the URL. */
  initial: Choices;
  /** Face id from the URL. */
  addedFace: string | null;
}

/** Face id per person; empty keeps the person's own. A new face is assigned to the active person. */
export function useChoices({ form, subject, persons, faces, activePerson, initial, addedFace }: Options) {
  const [choices, setChoices] = useState<Choices>(() => {
    const isThere = (id: string | null | undefined) => faces.some(({ face_id }) => face_id === id);
    const before = (key: string) => initial[key]?.split(',')[0] ?? (key === activePerson ? addedFace : null);
    return Object.fromEntries(persons.map(({ key }) => [key, isThere(before(key)) ? before(key)! : '']));
  });
  // Read before hydration: React resets the fields to the server's values.
  const [early] = useState(() => choicesInDom(form, subject));
  useEffect(() => setChoices((before) => ({ ...before, ...early })), [early]);
  const [known, setKnown] = useState(faces);
  if (known !== faces) {
    setKnown(faces);
    const newest = faces.find((face) => known.every((other) => other.face_id !== face.face_id));
    if (newest) setChoices({ ...choices, [activePerson]: newest.face_id });
  }
  const choose = (person: string, face: string) => setChoices((before) => ({ ...before, [person]: face }));
  return { choices, choose };
}

/** Choices made before hydration. */
function choicesInDom(form: string, subject: string): Choices {
  if (import.meta.env.SSR) return {};
  const drawn = document.getElementById(form) as HTMLFormElement | null;
  const fields = drawn ? [...new FormData(drawn)].map(([name, value]) => [name, `${value}`] as const) : [];
  if (!fields.some(([, value]) => value === subject)) return {};
  const prefix = 'face.';
  const chosen = fields.filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(chosen.map(([name, face]) => [name.slice(prefix.length), face]));
}
