import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';
import type { MailKind } from '#backend/queue/port';
import type { Deps } from '#backend/domain/context';
import { newestSubscription } from './subscription-state';

/** Says that a subscription has ended, unless another one runs. */
export async function tellOfEnd(
  trx: Transaction<Database>,
  deps: Pick<Deps, 'jobs'>,
  accountId: string,
): Promise<void> {
  const newest = await newestSubscription({ db: trx, accountId });
  if (newest?.ended_at !== null) await tellOwner(trx, deps, accountId, 'subscription_ended');
}

/** Has an account's owner written to, if, and only if, the transaction commits. */
export async function tellOwner(
  trx: Transaction<Database>,
  { jobs }: Pick<Deps, 'jobs'>,
  accountId: string,
  mail: MailKind,
): Promise<void> {
  const owner = await trx.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirst();
  if (owner) await jobs.add(trx, 'send_mail', { mail, email: owner.email });
}
