import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import { grantWelcomeCredits } from './welcome';

/** Also grants the welcome credits. Returns false if the address was confirmed before. */
export async function confirmAddress(
  trx: Transaction<Database>,
  deps: AppContext,
  accountId: string,
): Promise<boolean> {
  const confirmed = await trx
    .updateTable('account')
    .set({ email_verified_at: deps.now(), sign_up_device: null })
    .where('id', '=', accountId)
    .where('email_verified_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  if (!confirmed) return false;
  await grantWelcomeCredits(trx, deps, { accountId, email: confirmed.email });
  return true;
}
