import { inTransaction } from '#backend/db/connect';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';

export async function deleteEndpoint(deps: UserContext, { endpoint_id }: { endpoint_id: string }): Promise<void> {
  const { accountId, clientAddress } = deps;
  await inTransaction(deps.db, async (trx) => {
    const row = await trx
      .deleteFrom('webhook_endpoint')
      .where('id', '=', endpoint_id)
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst();
    await deps.audit.record(
      { event: 'webhook_deleted', accountId, clientAddress, detail: orThrowNotFound(row).id },
      trx,
    );
  });
}
