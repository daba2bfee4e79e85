import type { Face } from '#contract';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { presentFace, usedIn } from './present';

export async function pinFace(deps: UserContext, { face_id }: { face_id: string }): Promise<Face> {
  const row = await deps.db
    .updateTable('face')
    .set({ pinned_at: deps.now() })
    .where('id', '=', face_id)
    .where('account_id', '=', deps.accountId)
    .returningAll()
    .returning(usedIn)
    .executeTakeFirst();
  return presentFace(deps, orThrowNotFound(row));
}
