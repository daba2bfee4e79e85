import { sql, type Expression, type SqlBool } from 'kysely';
import { fingerprintsOf } from '#engine';
import type { Db } from '#backend/db/connect';
import type { EngineRefusal } from '#backend/domain/engine-refusal';
import { removedBefore } from './blocked-file';

/** Bits of 64: copies differ in fewer, different photographs in 18 and more (990 pairs of photographs). */
const MAX_DIFFERENT_BITS = 6;

/** As the database takes them. */
export async function storedFingerprints(jpeg: Buffer, frames?: number): Promise<string[]> {
  return (await fingerprintsOf(jpeg, frames)).map(String);
}

/** Whether two columns or lists of fingerprints have similar ones. */
export const areSimilar = (first: Expression<unknown>, second: Expression<unknown>): Expression<SqlBool> =>
  sql<boolean>`exists (
    select from unnest(${first}) one, unnest(${second}) other
    where bit_count((one # other)::bit(64)) <= ${MAX_DIFFERENT_BITS})`;

export const listOf = (fingerprints: readonly string[]): Expression<unknown> => sql`${fingerprints}::bigint[]`;

/** A copy of what was taken down, in another size, format or quality. */
export async function blockedCopy(db: Db, fingerprints: readonly string[]): Promise<EngineRefusal | null> {
  if (fingerprints.length === 0) return null;
  const block = await db
    .selectFrom('blocked_fingerprint')
    .select('fingerprint')
    .where(areSimilar(sql`array[fingerprint]`, listOf(fingerprints)))
    .limit(1)
    .executeTakeFirst();
  return block ? removedBefore : null;
}
