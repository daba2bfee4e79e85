import { cosineSimilarity, type FaceEmbedding } from '#engine/nets/face-embedder';

/** Own and, if swapped, the source's. */
export interface KnownIdentities {
  readonly id: string;
  readonly own: FaceEmbedding;
  readonly given?: FaceEmbedding;
}

export function isWrongIdentity(seen: FaceEmbedding, id: string, people: readonly KnownIdentities[]): boolean {
  const best = (faces: KnownIdentities) =>
    Math.max(...[faces.own, faces.given].map((face) => (face ? cosineSimilarity(seen, face) : -1)));
  const rightful = people.filter((faces) => faces.id === id).map(best);
  const wrongful = people.filter((faces) => faces.id !== id).map(best);
  return Math.max(-1, ...wrongful) > Math.max(-1, ...rightful);
}
