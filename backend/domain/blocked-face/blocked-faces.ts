import { faceSimilarity } from '#engine';
import type { AppContext } from '#backend/domain/context';

type ListContext = Pick<AppContext, 'db' | 'vault' | 'log'>;

/** Bounds the comparisons of a face. */
export const maxBlockedFaces = 10_000;

/**
 * Cosine. Higher than for one person's photos, since a stranger must not be refused: docs/security.md has the counts.
 */
const blockedSimilarity = 0.5;

export const blockedMessage =
  'This person has asked that their face is not used here. If you are that person, write to us on the contact page.';

/** So that rows cannot be swapped. */
export const identityContext = (id: string) => `blocked face ${id}`;

/** Of the list, by row: opening one takes longer than comparing it. Null under another MEDIA_SECRET. */
let opened = new Map<string, Float32Array | null>();

export interface BlockedFaces {
  isEmpty: boolean;
  includes(identity: Float32Array | undefined): boolean;
}

/** As of now. */
export async function blockedFaces({ db, vault, log }: ListContext): Promise<BlockedFaces> {
  const rows = await db
    .selectFrom('blocked_face')
    .select('id')
    .where('identity', 'is not', null)
    .limit(maxBlockedFaces)
    .execute();
  const missing = rows.filter(({ id }) => !opened.has(id)).map(({ id }) => id);
  if (missing.length > 0) {
    const sealed = await db.selectFrom('blocked_face').select(['id', 'identity']).where('id', 'in', missing).execute();
    for (const { id, identity } of sealed) {
      try {
        if (identity) opened.set(id, numbersOf(vault.open(identity, identityContext(id))));
      } catch (error) {
        opened.set(id, null);
        log.error({ err: error, blockedFace: id }, 'blocked_face_unreadable');
      }
    }
  }
  const listed = rows.flatMap(({ id }) => opened.get(id) ?? []);
  if (opened.size > maxBlockedFaces) opened = new Map(rows.map(({ id }) => [id, opened.get(id) ?? null]));
  return {
    isEmpty: listed.length === 0,
    includes: (identity) =>
      identity !== undefined && listed.some((one) => faceSimilarity(identity, one) >= blockedSimilarity),
  };
}

function numbersOf(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
