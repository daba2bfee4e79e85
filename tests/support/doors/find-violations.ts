import { findEnvironmentReads, findImports } from './find-imports';
import { resolveImport } from './resolve';
import { IS_TEST, MAY_COMPUTE_IMPORTS, type Room, PARTS } from './rules';

export function findViolations(path: string, source: string): string[] {
  const part = PARTS.find(({ folder }) => folder.test(path));
  if (!part || IS_TEST.test(path)) return [];
  const doors = findImports(path, source).flatMap(({ specifier, line }) => {
    const fault = specifier === undefined ? faultOfComputed(path) : faultOf(part, path, specifier);
    return fault ? [`${path}:${line} ${fault}`] : [];
  });
  const reads = part.mayReadEnvironment?.test(path) ? [] : findEnvironmentReads(path, source);
  return [...doors, ...reads.map((line) => `${path}:${line} reads the environment`)];
}

function faultOf({ name, opens, libraries }: Room, from: string, specifier: string): string | undefined {
  const target = resolveImport(from, specifier);
  if ('place' in target) return opens.test(target.place) ? undefined : `${name} opens ${target.place}`;
  if (!libraries || libraries.test(target.library)) return undefined;
  return `${name} uses ${target.library}`;
}

const faultOfComputed = (path: string) =>
  MAY_COMPUTE_IMPORTS.test(path) ? undefined : 'loads a file whose name is computed, which nobody can check';
