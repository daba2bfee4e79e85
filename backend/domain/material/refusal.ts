import type { Db } from '#backend/db/connect';
import type { EngineRefusal } from '#backend/domain/engine-refusal';
import type { MaterialRow } from './present';

/** Returns the key of the original, for removal; undefined if it is not being probed. */
export async function rejectMaterial(
  db: Db,
  materialId: string,
  { error, message }: EngineRefusal,
): Promise<string | undefined> {
  const rejected = await db
    .updateTable('material')
    .set({ status: 'rejected', reason: message, refusal: error })
    .where('id', '=', materialId)
    .where('status', '=', 'probing')
    .returning('file_key')
    .executeTakeFirst();
  return rejected?.file_key;
}

export function storedRefusal({ status, reason, refusal }: MaterialRow): EngineRefusal | null {
  if (status !== 'rejected') return null;
  return { error: (refusal ?? 'damaged_media') as EngineRefusal['error'], message: reason ?? '' };
}
