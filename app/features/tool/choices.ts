import type { Order } from '#contract/index';

/** Person key → comma-separated face ids, the preferred one first. Omits persons who keep their face. */
export type Choices = Record<string, string>;

/** In place of a preview. */
export const noFaceChosen = 'Choose a face for at least one person.';

const choiceField = /^face\.(p\d+)$/;

/** `face.p1` has the face ids of person p1. */
export function parseChoices(fields: Iterable<[string, string]>): Choices {
  const choices: Choices = {};
  for (const [name, value] of fields) {
    const person = choiceField.exec(name)?.[1];
    const ids = [...new Set(value.split(',').filter(Boolean))];
    if (person && ids.length > 0) choices[person] = ids.join(',');
  }
  return choices;
}

export function choicesQuery(choices: Choices): Record<string, string> {
  return Object.fromEntries(Object.entries(choices).map(([person, photos]) => [`face.${person}`, photos]));
}

export const faceIds = (choices: Choices): string[] => Object.values(choices).flatMap((ids) => ids.split(','));

/** The faces and the quality of a swap, to begin the next one with. */
export const pairingQuery = ({ bindings, quality }: Pick<Order, 'bindings' | 'quality'>) => ({
  ...choicesQuery(Object.fromEntries(Object.entries(bindings).map(([person, faces]) => [person, faces.join(',')]))),
  quality,
});

export const choicesKey = (choices: Choices) => JSON.stringify(Object.entries(choices).sort());
