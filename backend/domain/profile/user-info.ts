import type { User } from '#contract';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { canResume } from '#backend/domain/payments/manage-subscription';
import type { SubscriptionRow } from '#backend/domain/payments/rows';
import { newestSubscription } from '#backend/domain/payments/subscription-state';

export async function userInfo(deps: Pick<UserContext, 'db' | 'accountId' | 'payments'>): Promise<User> {
  const { db, accountId } = deps;
  const row = await db
    .selectFrom('account')
    .innerJoin('wallet', 'wallet.account_id', 'account.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('identity')
          .select(['identity.email', 'identity.created_at'])
          .whereRef('identity.account_id', '=', 'account.id')
          .orderBy('identity.created_at', 'desc')
          .limit(1)
          .as('google'),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      'account.id',
      'account.email',
      'account.nickname',
      'account.avatar',
      'account.user_status',
      'account.email_verified_at',
      'account.password_hash',
      'account.password_set_at',
      'account.google_refused_at',
      'wallet.balance',
      'google.email as google_email',
      'google.created_at as google_since',
      eb
        .selectFrom('material')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('material.account_id', '=', 'account.id')
        .where('material.status', '!=', 'uploading')
        .where('material.deletion_id', 'is', null)
        .as('materials'),
      eb
        .selectFrom('creation')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('creation.account_id', '=', 'account.id')
        .where('creation.deletion_id', 'is', null)
        .as('creations'),
      eb
        .selectFrom('face')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('face.account_id', '=', 'account.id')
        .where('face.deletion_id', 'is', null)
        .as('faces'),
    ])
    .where('account.id', '=', accountId)
    .executeTakeFirst();
  const user = orThrowNotFound(row);
  const subscription = await newestSubscription({ db, accountId });
  return {
    uid: user.id,
    email: user.email,
    nickname: user.nickname,
    avatar: user.avatar,
    user_status: user.user_status,
    credit_num: user.balance,
    counter_materials: user.materials ?? 0,
    counter_orders: user.creations ?? 0,
    counter_faces: user.faces ?? 0,
    email_verified: user.email_verified_at !== null,
    has_password: user.password_hash !== null,
    has_google: user.google_since !== null,
    google_email: user.google_email,
    google_since: user.google_since?.toISOString() ?? null,
    google_refused_at: user.google_refused_at?.toISOString() ?? null,
    password_set_at: user.password_set_at?.toISOString() ?? null,
    subscription: subscription ? presentSubscription(deps, subscription) : null,
  };
}

function presentSubscription(
  deps: Pick<UserContext, 'payments'>,
  subscription: SubscriptionRow,
): NonNullable<User['subscription']> {
  const { product, next_product, status, ended_at, period_end, cancel_at_period_end } = subscription;
  const renews = ended_at === null && !cancel_at_period_end;
  return {
    product_id: product.product_id,
    name: product.name,
    status: status === 'expired' ? 'cancelled' : status,
    renews_at: renews ? period_end.toISOString() : null,
    ends_at: renews ? null : (ended_at ?? period_end).toISOString(),
    cancel_at_period_end,
    can_resume: canResume(deps, subscription),
    next_product_id: renews ? (next_product?.product_id ?? null) : null,
    next_name: renews ? (next_product?.name ?? null) : null,
  };
}
