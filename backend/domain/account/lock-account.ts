import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';

/** Serialises changes to an account's rows, so that parallel calls cannot exceed a quota. */
export function lockAccount(trx: Transaction<Database>, accountId: string): Promise<{ email: string }> {
  return trx.selectFrom('account').select('email').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow();
}
