/** Person key → the ids of their face's photos, joined by commas, the one that counts first. Who keeps their own is left out. */
export type Choices = Record<string, string>;

const chosenFor = /^face\.(p\d+)$/;

/**
 * Reads who gets which face from the fields of a form or the query of an address: `face.p1` names the face, `more.p1`
 * other photos of it. Both may hold several ids, joined by commas.
 */
export function parseChoices(fields: Iterable<[string, string]>): Choices {
  const given = Object.fromEntries(fields);
  const chosen = Object.entries(given).flatMap(([name, face]) => {
    const person = chosenFor.exec(name)?.[1];
    if (!person || !face) return [];
    const photos = `${face},${given[`more.${person}`] ?? ''}`.split(',').filter(Boolean);
    return [[person, [...new Set(photos)].join(',')]];
  });
  return Object.fromEntries(chosen);
}

/** The same as a query, by which an address keeps the choices. */
export function choicesQuery(choices: Choices): Record<string, string> {
  return Object.fromEntries(Object.entries(choices).map(([person, photos]) => [`face.${person}`, photos]));
}
