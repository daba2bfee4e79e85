import type { Face } from '#contract';
import type { UserContext } from '#backend/domain/context';
import { ownFace } from './present';

export async function pinFace(deps: UserContext, { face_id }: { face_id: string }): Promise<Face> {
  await deps.db
    .updateTable('face')
    .set({ pinned_at: deps.now() })
    .where('id', '=', face_id)
    .where('account_id', '=', deps.accountId)
    .where('deletion_id', 'is', null)
    .execute();
  return ownFace(deps, face_id);
}
