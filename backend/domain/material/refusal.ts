import type { Db } from '#backend/db/connect';
import type { EngineRefusal } from '#backend/domain/engine-refusal';
import type { MaterialRow } from './present';

export async function rejectMaterial(db: Db, materialId: string, { error, message }: EngineRefusal): Promise<void> {
  await db
    .updateTable('material')
    .set({ status: 'rejected', reason: message, refusal: error })
    .where('id', '=', materialId)
    .where('status', '=', 'probing')
    .execute();
}

export function storedRefusal({ status, reason, refusal }: MaterialRow): EngineRefusal | null {
  if (status !== 'rejected') return null;
  return { error: (refusal ?? 'damaged_media') as EngineRefusal['error'], message: reason ?? '' };
}
