import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';

/** Parallel calls cannot exceed a quota. */
export function lockAccount(trx: Transaction<Database>, accountId: string): Promise<{ email: string }> {
  return trx.selectFrom('account').select('email').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow();
}
