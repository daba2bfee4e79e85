import type { Db } from '#backend/db/connect';
import type { UserContext } from '#backend/domain/context';
import type { SubscriptionRow } from './rows';

type Owner = Pick<UserContext, 'db' | 'accountId'>;

export async function newestSubscription({ db, accountId }: Owner): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscription')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy((eb) => eb('ended_at', 'is', null), 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

export async function hasRunningSubscription(owner: Owner): Promise<boolean> {
  const newest = await newestSubscription(owner);
  return newest !== undefined && newest.ended_at === null && !newest.cancel_at_period_end;
}

export const hasSubscribedBefore = async (owner: Owner) => (await newestSubscription(owner)) !== undefined;

/** free: never subscribed; premium: a paid period is running; expired: the last one ended. */
export async function refreshUserStatus(db: Db, accountId: string): Promise<void> {
  const newest = await newestSubscription({ db, accountId });
  const status = !newest ? 'free' : newest.ended_at === null ? 'premium' : 'expired';
  await db
    .updateTable('account')
    .set({ user_status: status })
    .where('id', '=', accountId)
    .where('user_status', '!=', status)
    .execute();
}
