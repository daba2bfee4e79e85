import { choicesKey, choicesQuery, parseChoices, type Choices } from '~/features/tool/choices';
import { readLocal, writeLocal } from '~/lib/local-storage';

const storageKey = 'choices';
/** The newest last. */
const maxUploads = 20;

/** The page's address with these choices; without a preview of others. */
export function addressWith(choices: Choices): URL {
  const address = new URL(window.location.href);
  const { searchParams } = address;
  if (choicesKey(parseChoices(searchParams)) === choicesKey(choices)) return address;
  for (const name of [...searchParams.keys()]) if (/^face\.|^preview$/.test(name)) searchParams.delete(name);
  for (const [name, photos] of Object.entries(choicesQuery(choices))) searchParams.set(name, photos);
  return address;
}

/** Writes choices into the address for reloads and links, without the router, so that no data is loaded. */
export function keepInAddress(choices: Choices): void {
  const address = addressWith(choices);
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, '', address);
}

/** As `keepInAddress`. An address without quality means the usual one. */
export function keepQualityInAddress(quality: string | undefined, usual: string | undefined): void {
  const address = new URL(window.location.href);
  const { searchParams } = address;
  if ((searchParams.get('quality') ?? usual) === (quality ?? usual)) return;
  searchParams.delete('preview');
  if (quality) searchParams.set('quality', quality);
  else searchParams.delete('quality');
  window.history.replaceState(window.history.state, '', address);
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
