import { inTransaction } from '#backend/db/connect';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';

export async function revokeShare(deps: UserContext, { share_id }: { share_id: string }): Promise<void> {
  const { accountId, clientAddress } = deps;
  await inTransaction(deps.db, async (trx) => {
    const row = await trx
      .deleteFrom('share')
      .where('id', '=', share_id)
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst();
    const detail = orThrowNotFound(row).id;
    await deps.audit.record({ event: 'share_revoked', accountId, clientAddress, detail }, trx);
  });
}
