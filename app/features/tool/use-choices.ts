import { useState } from 'react';

import type { Face, Person } from '#contract/index';

type Choices = Record<string, string>;

/**
 * Which face each person gets, by id; empty keeps their own. A face that has just been added goes to the person who is
 * being looked at, since that is whom it was added for.
 */
export function useChoices(persons: Person[], faces: Face[], looking: string, sent: Choices | undefined) {
  const [choices, setChoices] = useState<Choices>(() =>
    Object.fromEntries(persons.map(({ key }) => [key, sent?.[`face.${key}`] ?? ''])),
  );
  const [known, setKnown] = useState(faces);
  if (known !== faces) {
    setKnown(faces);
    const added = faces.find((face) => known.every((other) => other.face_id !== face.face_id));
    if (added) setChoices({ ...choices, [looking]: added.face_id });
  }
  const choose = (person: string, face: string) => setChoices((before) => ({ ...before, [person]: face }));
  return { choices, choose };
}
