import { sql, type Transaction } from 'kysely';
import type { Db } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import { lockWholeAccount, removeLocked } from './delete-account';

/**
 * The account of an address that was never confirmed, so that a stranger may have made it, and that has neither credits,
 * payments nor creations. A suspended one is not found: its decisions stay.
 */
export async function emptySignUp(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('email_verified_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where(({ not, exists, selectFrom, and }) =>
      and(
        (['credit_entry', 'payment', 'creation'] as const).map((table) =>
          not(exists(selectFrom(table).select('id').whereRef('account_id', '=', 'account.id'))),
        ),
      ),
    )
    .executeTakeFirst();
  return row?.id;
}

/** Frees the address for an account whose owner reads its mails. */
export async function removeEmptySignUp(deps: AppContext, trx: Transaction<Database>, email: string): Promise<void> {
  const accountId = await emptySignUp(trx, email);
  if (!accountId) return;
  await lockWholeAccount(trx, accountId);
  if ((await emptySignUp(trx, email)) !== accountId) return; // confirmed since
  await removeLocked({ ...deps, accountId }, trx, email);
}
