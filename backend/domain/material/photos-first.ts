import type { Db } from '#backend/db/connect';
import type { EngineRefusal } from '#backend/domain/engine-refusal';
import type { MaterialRow } from './present';

export const confirmFirst = 'Confirm your e-mail address to upload videos and GIFs. Photos can be uploaded right away.';

export async function refuseUnlessPhoto(
  db: Db,
  { kind: named, account_id }: Pick<MaterialRow, 'kind' | 'account_id'>,
  kind: MaterialRow['kind'],
): Promise<EngineRefusal | null> {
  if (named !== 'photo' || kind === 'photo') return null;
  const account = await db
    .selectFrom('account')
    .select('email_verified_at')
    .where('id', '=', account_id)
    .executeTakeFirst();
  return account?.email_verified_at ? null : { error: 'activation_required', message: confirmFirst };
}
