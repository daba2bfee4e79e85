import { inTransaction } from '#backend/db/connect';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';

export async function revokeApiKey(deps: UserContext, { key_id }: { key_id: string }): Promise<void> {
  const { accountId, clientAddress } = deps;
  await inTransaction(deps.db, async (trx) => {
    const row = await trx
      .deleteFrom('api_key')
      .where('id', '=', key_id)
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst();
    await deps.audit.record(
      { event: 'api_key_revoked', accountId, clientAddress, detail: orThrowNotFound(row).id },
      trx,
    );
  });
}
