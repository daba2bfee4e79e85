import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import { confirmAddress } from './confirm-address';
import { consumeCode } from './mail-codes';

export async function confirmByCode(
  trx: Transaction<Database>,
  deps: AppContext,
  code: string,
): Promise<{ accountId: string; email: string }> {
  const accountId = await consumeCode({ ...deps, db: trx }, code, 'activate');
  await confirmAddress(trx, deps, accountId);
  const { email } = await trx
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  await deps.audit.record({ event: 'address_confirmed', accountId, clientAddress: deps.clientAddress }, trx);
  return { accountId, email };
}
