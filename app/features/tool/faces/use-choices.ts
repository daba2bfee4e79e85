import { useEffect, useState } from 'react';

import type { Person } from '#contract/index';

import type { Choices } from '~/features/tool/choices';
import type { FaceOption } from './person-choice';

interface Options {
  /** Id of the form that the choices belong to, and what one of its fields says it is about. */
  form: string;
  subject: string;
  persons: Person[];
  faces: FaceOption[];
  /** Key of the person who is being looked at. */
  activePerson: string;
  /** What a refused form had, or the address kept; the first photo of each is the one that counts. */
  initial: Choices;
  /** The face the address names as just added. */
  addedFace: string | null;
}

/**
 * Which face each person gets, by id; empty keeps their own. A face that has just been added goes to the person who is
 * being looked at, since that is whom it was added for.
 */
export function useChoices({ form, subject, persons, faces, activePerson, initial, addedFace }: Options) {
  const [choices, setChoices] = useState<Choices>(() => {
    const isThere = (id: string | null | undefined) => faces.some(({ face_id }) => face_id === id);
    const before = (key: string) => initial[key]?.split(',')[0] ?? (key === activePerson ? addedFace : null);
    return Object.fromEntries(persons.map(({ key }) => [key, isThere(before(key)) ? before(key)! : '']));
  });
  // Read before React takes the fields over: it sets them back to what the server sent.
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

/** What somebody has chosen before the script came. */
function choicesInDom(form: string, subject: string): Choices {
  if (import.meta.env.SSR) return {};
  const drawn = document.getElementById(form) as HTMLFormElement | null;
  const fields = drawn ? [...new FormData(drawn)].map(([name, value]) => [name, `${value}`] as const) : [];
  if (!fields.some(([, value]) => value === subject)) return {};
  const prefix = 'face.';
  const chosen = fields.filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(chosen.map(([name, face]) => [name.slice(prefix.length), face]));
}
