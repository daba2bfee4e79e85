import { choicesKey, choicesQuery, parseChoices, type Choices } from '~/features/tool/choices';
import { readLocal, writeLocal } from '~/lib/local-storage';

const storageKey = 'choices';
/** The newest last. */
const maxUploads = 20;

/** Writes choices into a query; removes a preview of others. */
export function setChoices(query: URLSearchParams, choices: Choices): void {
  if (choicesKey(parseChoices(query)) === choicesKey(choices)) return;
  for (const name of [...query.keys()]) if (/^face\.|^preview$/.test(name)) query.delete(name);
  for (const [name, photos] of Object.entries(choicesQuery(choices))) query.set(name, photos);
}

/** As `setChoices`. A query without quality means the usual one. */
export function setQuality(query: URLSearchParams, quality: string | undefined, usual: string | undefined): void {
  if ((query.get('quality') ?? usual) === (quality ?? usual)) return;
  query.delete('preview');
  if (quality) query.set('quality', quality);
  else query.delete('quality');
}

/** For addresses without choices, as in a second tab. */
export function keepInBrowser(upload: string, choices: Choices): void {
  const others = readAll().filter(([kept]) => kept !== upload);
  const own: [string, Choices][] = Object.keys(choices).length > 0 ? [[upload, choices]] : [];
  writeLocal(storageKey, JSON.stringify([...others, ...own].slice(-maxUploads)));
}

export function readFromBrowser(upload: string): Choices {
  return readAll().find(([kept]) => kept === upload)?.[1] ?? {};
}

/** Face ids of one person each, newest upload first. */
export const readRecent = (): string[] =>
  readAll()
    .reverse()
    .flatMap(([, choices]) => Object.values(choices));

/** Empty if the stored text is damaged. */
function readAll(): [string, Choices][] {
  try {
    const kept: unknown = JSON.parse(readLocal(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is [string, Choices] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const choices: unknown = entry[1];
  return (
    typeof choices === 'object' && choices !== null && Object.values(choices).every((ids) => typeof ids === 'string')
  );
}
