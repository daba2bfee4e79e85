import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';

/** Deletes all API keys and webhook endpoints: an attacker may have registered the address in advance. */
export async function endIntegrations(
  trx: Transaction<Database>,
  { audit, clientAddress }: Pick<AppContext, 'audit' | 'clientAddress'>,
  accountId: string,
): Promise<void> {
  const keys = await trx.deleteFrom('api_key').where('account_id', '=', accountId).returning('id').execute();
  const endpoints = await trx
    .deleteFrom('webhook_endpoint')
    .where('account_id', '=', accountId)
    .returning('id')
    .execute();
  for (const { id } of keys)
    await audit.record({ event: 'api_key_revoked', accountId, clientAddress, detail: id }, trx);
  for (const { id } of endpoints)
    await audit.record({ event: 'webhook_deleted', accountId, clientAddress, detail: id }, trx);
}
