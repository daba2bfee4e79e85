import { posix } from 'node:path';

/** Text by repository path. */
export type Sources = ReadonlyMap<string, string>;

/** @param place without its ending, or a folder with an index */
export const fileAt = (sources: Sources, place: string) =>
  ['', '.ts', '.tsx', '/index.ts'].map((ending) => place + ending).find((path) => sources.has(path));

/** Repository path (`backend/domain/x`) or library name (`zod`). @param from relative to the root */
export function resolveImport(from: string, specifier: string): { place: string } | { library: string } {
  if (specifier.startsWith('.')) return { place: posix.join(posix.dirname(from), specifier) };
  if (specifier.startsWith('~/')) return { place: `app/${specifier.slice(2)}` };
  if (specifier.startsWith('#')) return { place: specifier.slice(1) };
  if (specifier.startsWith('/')) return { place: specifier.slice(1) };
  const [first, second] = specifier.split('/');
  return { library: specifier.startsWith('@') ? `${first}/${second}` : first };
}
