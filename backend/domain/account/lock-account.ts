import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';

/** Makes changes that count an account's rows run one after the other, so that parallel calls cannot exceed a limit. */
export function lockAccount(trx: Transaction<Database>, accountId: string): Promise<{ email: string }> {
  return trx.selectFrom('account').select('email').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow();
}
