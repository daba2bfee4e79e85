import type { Named } from './names';
import { FolderError, type Picture } from './read-folder';

export interface Pair<P = Picture> {
  readonly source: P;
  readonly target: P;
}

/** Each person's first picture on every other person's second; on the only one of a person who has no second. */
export function everyPair<P extends Named>(pictures: readonly P[]): Pair<P>[] {
  const names = [...new Set(pictures.map(({ person }) => person))];
  const people = names.map((name) => pictures.filter(({ person }) => person === name));
  return people.flatMap(([source]) =>
    people.filter(([first]) => first !== source).map(([first, second = first]) => ({ source, target: second })),
  );
}

/** Every picture on every other one of its person, where both show a face. */
export function pairsOfOnePerson(pictures: readonly Picture[]): Pair[] {
  const faces = pictures.filter(({ seen }) => seen);
  return faces.flatMap((source) =>
    faces
      .filter((target) => target !== source && target.person === source.person)
      .map((target) => ({ source, target })),
  );
}

/**
 * One pair a line: names of source and target. `#` starts a comment.
 * @throws FolderError for names that no picture has
 */
export function listedPairs<P extends Named>(list: string, pictures: readonly P[]): Pair<P>[] {
  const lines = list.split('\n').map((line) => line.replace(/#.*/, '').trim());
  return lines.flatMap((line, index) => {
    if (line === '') return [];
    const [source, target] = line.split(/[\s,]+/).map((wanted) => pictures.find(({ name }) => name === wanted));
    if (source && target) return [{ source, target }];
    throw new FolderError(
      `Line ${index + 1} of the list, "${line}", must name a source and a target of the folder. ` +
        `Its pictures: ${pictures.map(({ name }) => name).join(', ')}.`,
    );
  });
}
