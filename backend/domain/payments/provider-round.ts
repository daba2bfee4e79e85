import type { Db } from '#backend/db/connect';
import { ProviderUnavailable } from '#backend/providers/payments/port';
import type { AppContext } from '#backend/domain/context';
import type { SubscriptionRow } from './rows';

/** Of one kind of work in a round. */
const budgetMs = 30_000;

const isUnavailable = (error: Error) =>
  error instanceof ProviderUnavailable || error.cause instanceof ProviderUnavailable;

/** Stops if the provider is unavailable or slow, so that other providers need not wait; the next round continues. */
export async function workWithinBudget<T>(
  { now }: Pick<AppContext, 'now'>,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  onFailure: (item: T, error: Error) => Promise<void> | void,
): Promise<void> {
  const end = now().getTime() + budgetMs;
  for (const item of items) {
    if (now().getTime() > end) return;
    const failure = await work(item).then(
      () => undefined,
      (error: Error) => error,
    );
    if (!failure) continue;
    await onFailure(item, failure);
    if (isUnavailable(failure)) return;
  }
}

/** Least recently checked first. */
export const runningSubscriptions = (db: Db, provider: string) =>
  db
    .selectFrom('subscription')
    .innerJoin('payment as first', (join) =>
      join.onRef('first.subscription_id', '=', 'subscription.id').on('first.kind', '=', 'first'),
    )
    .selectAll('subscription')
    .where('subscription.provider', '=', provider)
    .where('ended_at', 'is', null)
    .orderBy('first.checked_at', (order) => order.asc().nullsFirst())
    .limit(100);

export async function workOnSubscriptions(
  deps: AppContext,
  subscriptions: readonly SubscriptionRow[],
  work: (subscription: SubscriptionRow) => Promise<unknown>,
  failureEvent: string,
): Promise<void> {
  const checkAndWork = async (subscription: SubscriptionRow) => {
    await markChecked(deps, subscription);
    await work(subscription);
  };
  await workWithinBudget(deps, subscriptions, checkAndWork, ({ id }, err) =>
    deps.log.warn({ subscriptionId: id, err }, failureEvent),
  );
}

/** The next round starts with another subscription. */
async function markChecked({ db, now }: AppContext, { id }: SubscriptionRow): Promise<void> {
  await db
    .updateTable('payment')
    .set({ checked_at: now() })
    .where('subscription_id', '=', id)
    .where('kind', '=', 'first')
    .execute();
}
