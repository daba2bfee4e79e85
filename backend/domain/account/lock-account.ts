import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';

/**
 * Parallel calls cannot exceed a quota. `for no key update` does not block new rows that refer to the account: their
 * transaction may hold what this one waits for.
 */
export function lockAccount(trx: Transaction<Database>, accountId: string): Promise<{ email: string }> {
  return trx
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}
