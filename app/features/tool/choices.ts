import type { Order } from '#contract/index';

/** Person key → comma-separated face ids, the preferred photo first. Persons who keep their face are left out. */
export type Choices = Record<string, string>;

const choiceField = /^(face|more)\.(p\d+)$/;

/**
 * Parses choices from form fields or a query: `face.p1` is the chosen face of person p1, `more.p1` further photos of
 * it. Both may hold several ids, separated by commas; `more.p1` may be repeated.
 */
export function parseChoices(fields: Iterable<[string, string]>): Choices {
  const photos = { face: new Map<string, string[]>(), more: new Map<string, string[]>() };
  for (const [name, value] of fields) {
    const [, kind, person] = choiceField.exec(name) ?? [];
    if (!kind || !person) continue;
    const ids = photos[kind as 'face' | 'more'];
    ids.set(person, [...(ids.get(person) ?? []), ...value.split(',').filter(Boolean)]);
  }
  const chosen = [...photos.face].filter(([, ids]) => ids.length > 0);
  return Object.fromEntries(
    chosen.map(([person, ids]) => [person, [...new Set([...ids, ...(photos.more.get(person) ?? [])])].join(',')]),
  );
}

export function choicesQuery(choices: Choices): Record<string, string> {
  return Object.fromEntries(Object.entries(choices).map(([person, photos]) => [`face.${person}`, photos]));
}

/** The faces of a swap, to begin the next one with. */
export const pairingQuery = ({ bindings }: Pick<Order, 'bindings'>) =>
  choicesQuery(Object.fromEntries(Object.entries(bindings).map(([person, faces]) => [person, faces.join(',')])));

/** Equal for equal choices. */
export const choicesKey = (choices: Choices) => JSON.stringify(Object.entries(choices).sort());
