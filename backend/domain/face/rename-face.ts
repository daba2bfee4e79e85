import type { Face } from '#contract';
import type { UserContext } from '#backend/domain/context';
import { assertMayChangeFaces } from './assert-may-change-faces';
import { ownFace } from './present';

export async function renameFace(
  deps: UserContext,
  { face_id, name }: { face_id: string; name: string },
): Promise<Face> {
  await assertMayChangeFaces(deps);
  await deps.db
    .updateTable('face')
    .set({ name })
    .where('id', '=', face_id)
    .where('account_id', '=', deps.accountId)
    .where('deletion_id', 'is', null)
    .execute();
  return ownFace(deps, face_id);
}
