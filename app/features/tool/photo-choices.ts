import { batchLimits } from '#contract/batch-limits';
import { qualityPattern } from '#contract/rules';

import type { ToolQuery } from '~/lib/paths';

/** A photo keeps its faces. */
export const leftOut = 'none';

export interface PhotoChoices {
  /** Face id, or `sample-<name>`; empty if none is chosen. */
  face: string;
  /** Material id → person key or `none`; without entry, the most prominent person. */
  persons: Record<string, string>;
  /** Absent or empty: the default. */
  quality?: string;
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const personField = /^person\.(\d{1,2})$/;
const personValue = /^(p\d{1,4}|none)$/;

/** Ids joined by dots, which addresses do not escape. Ignores malformed ones and those above the limit. */
export const parsePhotos = (joined: string | null | undefined): string[] =>
  [...new Set((joined ?? '').split('.').filter((part) => id.test(part)))].slice(0, batchLimits.photos);

/** `person.2` names the person in the second photo. */
export function parsePhotoChoices(fields: Iterable<[string, string]>, photos: string[]): PhotoChoices {
  const choices: PhotoChoices = { face: '', persons: {} };
  for (const [name, value] of fields) {
    const photo = photos[Number(personField.exec(name)?.[1]) - 1];
    if (name === 'face') choices.face = value;
    else if (name === 'quality' && qualityPattern.test(value)) choices.quality = value;
    else if (photo && personValue.test(value)) choices.persons[photo] = value;
  }
  return choices;
}

export function photosQuery(photos: string[], { face, persons, quality = '' }: PhotoChoices): ToolQuery {
  const chosen = photos.flatMap((photo, index) => {
    const person = persons[photo];
    return person ? [[`person.${index + 1}`, person] as const] : [];
  });
  return { photos: photos.join('.'), face, quality, ...Object.fromEntries(chosen) };
}

/** The step of the form with its choices, or with another face. */
export function photosPlace(fields: Record<string, string>, face?: string): ToolQuery {
  const photos = parsePhotos(fields.photos);
  const chosen = parsePhotoChoices(Object.entries(fields), photos);
  return photosQuery(photos, { ...chosen, ...(face && { face }) });
}
