import type { FoundFace } from '#engine/analyse/face-finder';
import { personKey } from '#engine/analyse/persons';
import { EngineError } from '#engine/errors';
import type { Bindings, Source } from '#engine/types';

export interface BoundFace {
  readonly key: string;
  readonly face: FoundFace;
  readonly source: Source;
}

/** @throws EngineError `no_face` without any face, `unknown_person` for an unknown key */
export function bindFaces(faces: readonly FoundFace[], bindings: Bindings): BoundFace[] {
  return bindPersons(faces.length, bindings, 'photo').map(({ index, ...bound }) => ({ ...bound, face: faces[index] }));
}

export interface BoundPerson {
  readonly key: string;
  readonly index: number;
  readonly source: Source;
}

/** @param what media, in messages */
export function bindPersons(count: number, bindings: Bindings, what: string): BoundPerson[] {
  if (count === 0) {
    throw new EngineError(
      'no_face',
      `No face was found in this ${what}. Choose one where a face can be seen from the front.`,
    );
  }
  const keys = Array.from({ length: count }, (_, index) => personKey(index));
  const unknown = Object.keys(bindings).filter((key) => !keys.includes(key));
  if (unknown.length > 0) {
    throw new EngineError(
      'unknown_person',
      `There is no ${unknown.join(', ')} in this ${what}. Found: ${keys.join(', ')}.`,
      { details: { unknown, known: keys } },
    );
  }
  const bound = keys.map((key, index) => ({ key, index, source: bindings[key] }));
  const chosen = bound.filter(({ source }) => source);
  if (chosen.length === 0) {
    throw new EngineError('unknown_person', `No source face was chosen. Choose one for ${keys.join(' or ')}.`, {
      details: { unknown: [], known: keys },
    });
  }
  return chosen;
}
