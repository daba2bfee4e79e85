import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';

const needed =
  'Set a password first: without it, you could no longer log in. The account page sends you a link to set one.';

/**
 * After a way to sign in was removed, in the same transaction.
 * @throws AppError `conflict` if none is left but a password reset by mail
 */
export async function assertWayIn(trx: Transaction<Database>, accountId: string): Promise<void> {
  const left = await trx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('password_hash', 'is not', null),
        exists(selectFrom('identity').select('subject').whereRef('account_id', '=', 'account.id')),
        exists(selectFrom('passkey').select('passkey.id').whereRef('account_id', '=', 'account.id')),
      ]),
    )
    .executeTakeFirst();
  if (!left) throw new AppError('conflict', { message: needed });
}
