import type { Payment } from '#contract';
import type { Db } from '#backend/db/connect';
import type { SubscriptionRow } from '#backend/domain/payments/rows';

export interface PaymentFilter {
  status?: Payment['status'] | undefined;
  provider?: string | undefined;
  accountId?: string | undefined;
  refundRequested?: boolean;
  hasProblem?: boolean;
  limit: number;
}

export async function listAllPayments(db: Db, filter: PaymentFilter) {
  let rows = db
    .selectFrom('payment')
    .leftJoin('account', 'account.id', 'payment.account_id')
    .selectAll('payment')
    .select('account.email');
  if (filter.status) rows = rows.where('payment.status', '=', filter.status);
  if (filter.provider) rows = rows.where('payment.provider', '=', filter.provider);
  if (filter.accountId) rows = rows.where('payment.account_id', '=', filter.accountId);
  if (filter.hasProblem) {
    rows = rows.where((eb) =>
      eb.or([eb('payment.problem', 'is not', null), eb('payment.status', '=', 'partially_paid')]),
    );
  }
  if (filter.refundRequested) {
    rows = rows.where('payment.refund_requested_at', 'is not', null).orderBy('payment.refund_requested_at');
  }
  return rows.orderBy('payment.id', 'desc').limit(filter.limit).execute();
}

export interface SubscriptionFilter {
  status?: SubscriptionRow['status'] | undefined;
  accountId?: string | undefined;
  limit: number;
}

export async function listAllSubscriptions(db: Db, { status, accountId, limit }: SubscriptionFilter) {
  let rows = db
    .selectFrom('subscription')
    .leftJoin('account', 'account.id', 'subscription.account_id')
    .selectAll('subscription')
    .select('account.email');
  if (status) rows = rows.where('subscription.status', '=', status);
  if (accountId) rows = rows.where('subscription.account_id', '=', accountId);
  return rows.orderBy('subscription.id', 'desc').limit(limit).execute();
}

export async function recordsOf(db: Db, paymentId: string) {
  const grants = await db
    .selectFrom('payment_grant')
    .select(['grant_kind', 'credits', 'created_at'])
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .execute();
  const debts = await db
    .selectFrom('credit_debt')
    .select(['owed', 'settled'])
    .where('reference', 'like', `${paymentId}:%`)
    .execute();
  return { grants, owed: debts.reduce((sum, { owed, settled }) => sum + owed - settled, 0) };
}
