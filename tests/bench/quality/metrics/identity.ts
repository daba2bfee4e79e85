import { likeness, type Identity } from '#engine/nets/face-identity';

/** The faces somebody of a clip may be seen with: their own, and the one they were given, if any. */
export interface KnownIdentities {
  readonly id: string;
  readonly own: Identity;
  readonly given?: Identity;
}

/** Whether a face seen at somebody's place looks more like anybody else, or like what anybody else was given. */
export function isWrongIdentity(seen: Identity, id: string, people: readonly KnownIdentities[]): boolean {
  const best = (faces: KnownIdentities) =>
    Math.max(...[faces.own, faces.given].map((face) => (face ? likeness(seen, face) : -1)));
  const rightful = people.filter((faces) => faces.id === id).map(best);
  const wrongful = people.filter((faces) => faces.id !== id).map(best);
  return Math.max(-1, ...wrongful) > Math.max(-1, ...rightful);
}
