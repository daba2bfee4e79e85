import type { Face } from '#contract';
import { found } from '#backend/domain/app-error';
import type { Signed } from '#backend/domain/context';
import { presentFace, usedIn } from './present';

/** Pins a face to the top of the list. */
export async function pinFace(deps: Signed, { face_id }: { face_id: string }): Promise<Face> {
  const row = await deps.db
    .updateTable('face')
    .set({ pinned_at: deps.now() })
    .where('id', '=', face_id)
    .where('account_id', '=', deps.accountId)
    .returningAll()
    .returning(usedIn)
    .executeTakeFirst();
  return presentFace(deps, found(row));
}
