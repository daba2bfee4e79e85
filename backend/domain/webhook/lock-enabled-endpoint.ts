import { AppError, orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';

/**
 * It stays switched on until the transaction ends. Locks the account first, to which the caller's new rows refer: see the
 * lock order. @throws AppError if it is not switched on, or not the account's
 */
export async function lockEnabledEndpoint(
  { db, accountId }: Pick<UserContext, 'db' | 'accountId'>,
  endpointId: string,
): Promise<void> {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forKeyShare().execute();
  const endpoint = await db
    .selectFrom('webhook_endpoint')
    .select('enabled')
    .where('id', '=', endpointId)
    .where('account_id', '=', accountId)
    .forShare()
    .executeTakeFirst();
  if (orThrowNotFound(endpoint).enabled) return;
  throw new AppError('conflict', { message: 'This endpoint is switched off. Switch it on first.' });
}
