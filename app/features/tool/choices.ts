/** Person key → comma-separated face ids, the preferred photo first. Persons who keep their face are left out. */
export type Choices = Record<string, string>;

const chosenFor = /^face\.(p\d+)$/;

/**
 * Parses choices from form fields or a query: `face.p1` is the chosen face of person p1, `more.p1` further photos of
 * it. Both may hold several ids, separated by commas.
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

export function choicesQuery(choices: Choices): Record<string, string> {
  return Object.fromEntries(Object.entries(choices).map(([person, photos]) => [`face.${person}`, photos]));
}
