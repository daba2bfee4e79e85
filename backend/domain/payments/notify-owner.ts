import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';
import type { MailKind } from '#backend/queue/port';
import type { AppContext, UserContext } from '#backend/domain/context';
import type { SubscriptionRow } from './rows';
import { newestSubscription } from './subscription-state';

/** About the cancellation of one that its owner did not cancel. */
export async function cancellationMail(
  owner: Pick<UserContext, 'db' | 'accountId'>,
  { id }: SubscriptionRow,
): Promise<MailKind> {
  const account = owner.db.selectFrom('account').select('suspended_at').where('id', '=', owner.accountId);
  if ((await account.executeTakeFirst())?.suspended_at) return 'subscription_suspended';
  const newest = await newestSubscription(owner);
  const isSurplus = newest?.id !== id && newest?.ended_at === null && !newest.cancel_at_period_end;
  return isSurplus ? 'subscription_surplus' : 'subscription_cancelled';
}

export async function notifySubscriptionEnded(
  trx: Transaction<Database>,
  deps: Pick<AppContext, 'jobs'>,
  accountId: string,
): Promise<void> {
  const newest = await newestSubscription({ db: trx, accountId });
  if (newest?.ended_at !== null) await notifyOwner(trx, deps, accountId, 'subscription_ended');
}

export async function notifyOwner(
  trx: Transaction<Database>,
  { jobs }: Pick<AppContext, 'jobs'>,
  accountId: string,
  mail: MailKind,
): Promise<void> {
  const owner = await trx.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirst();
  if (owner) await jobs.add(trx, 'send_mail', { mail, email: owner.email });
}
