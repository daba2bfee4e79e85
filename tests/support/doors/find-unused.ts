import { findExports, findImports } from './find-imports';
import { fileAt, resolveImport, type Sources } from './resolve';
import { HAS_OTHER_READERS, IS_TEST } from './rules';

/**
 * Values that are exported and nowhere imported. Types may be: they name what other files pass on.
 * @param others texts of files outside of the rooms
 */
export function findUnusedExports(sources: Sources, others: readonly string[]): string[] {
  const files = [...sources].filter(([path]) => !IS_TEST.test(path));
  const tests = [...sources].filter(([path]) => IS_TEST.test(path));
  const used = new Set(files.flatMap(([path, source]) => importsOf(sources, path, source)));
  const named = new Set([...others, ...tests.map(([, source]) => source)].flatMap(namesImportedIn));
  return files.flatMap(([path, source]) => {
    if (HAS_OTHER_READERS.test(path) || used.has(`${path} *`)) return [];
    const unused = findExports(path, source).filter((name) => !used.has(`${path} ${name}`) && !named.has(name));
    return unused.map((name) => `${path} exports ${name}, which no file imports`);
  });
}

function importsOf(sources: Sources, from: string, source: string): string[] {
  return findImports(from, source).flatMap(({ specifier, names }) => {
    const target = specifier === undefined ? undefined : resolveImport(from, specifier);
    const file = target && 'place' in target ? fileAt(sources, target.place) : undefined;
    return names.map((name) => `${file} ${name}`);
  });
}

/** From any file: to parse the tests would take longer than all other checks. */
const namesImportedIn = (text: string): string[] =>
  [...text.matchAll(/\{([^{}]*)\}\s*(?:from|= await import)\b/g)].flatMap(([, names]) => names.match(/\w+/g) ?? []);
