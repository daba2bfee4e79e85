import { cosineSimilarity, type FaceEmbedding } from '#engine/nets/face-embedder';

/** The faces somebody of a clip may be seen with: their own, and the one they were given, if any. */
export interface KnownIdentities {
  readonly id: string;
  readonly own: FaceEmbedding;
  readonly given?: FaceEmbedding;
}

/** Whether a face seen at somebody's place looks more like anybody else, or like what anybody else was given. */
export function isWrongIdentity(seen: FaceEmbedding, id: string, people: readonly KnownIdentities[]): boolean {
  const best = (faces: KnownIdentities) =>
    Math.max(...[faces.own, faces.given].map((face) => (face ? cosineSimilarity(seen, face) : -1)));
  const rightful = people.filter((faces) => faces.id === id).map(best);
  const wrongful = people.filter((faces) => faces.id !== id).map(best);
  return Math.max(-1, ...wrongful) > Math.max(-1, ...rightful);
}
