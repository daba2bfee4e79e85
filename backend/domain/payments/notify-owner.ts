import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';
import type { MailKind } from '#backend/queue/port';
import type { AppContext } from '#backend/domain/context';
import { newestSubscription } from './subscription-state';

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
