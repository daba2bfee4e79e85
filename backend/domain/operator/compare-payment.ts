import type { Db } from '#backend/db/connect';
import type { Charge, CheckoutState, PaymentProvider } from '#backend/providers/payments/port';
import { chargeMismatch, isRefundUnknown, moneyMoved } from '#backend/domain/payments/apply-charge';
import { entitledCredits } from '#backend/domain/payments/grant';
import type { PaymentRow } from '#backend/domain/payments/rows';

export interface Difference {
  about: string;
  provider: string;
  what:
    | 'status'
    | 'amount'
    | 'refunded'
    | 'credits'
    | 'renewal'
    | 'subscription'
    | 'unknown there'
    | 'unknown to us'
    | 'ledger';
  ours: string;
  theirs: string;
}

type PaymentDifference = Omit<Difference, 'about' | 'provider'>;

export function compareCharge(payment: PaymentRow, charge: Charge, driver: PaymentProvider): PaymentDifference[] {
  const moved = { ours: moneyMoved.includes(payment.status), theirs: moneyMoved.includes(charge.status) };
  if (!moved.ours && !moved.theirs) return [];
  const mismatch = chargeMismatch(payment, charge);
  if (mismatch) {
    const ours = payment.problem && !moved.ours ? 'recorded, nothing granted' : payment.status;
    return [{ what: 'amount', ours, theirs: mismatch }];
  }
  // The provider does not know of manual refunds, or does not report their amount.
  const isUnreported = (driver.refunds === 'by hand' && charge.status === 'paid') || isRefundUnknown(charge);
  const isManual = isUnreported && payment.refunded > charge.refunded;
  if (isManual) return [];
  const found: PaymentDifference[] = [];
  if (payment.status !== charge.status) found.push({ what: 'status', ours: payment.status, theirs: charge.status });
  if (payment.refunded !== charge.refunded) {
    found.push({ what: 'refunded', ours: String(payment.refunded), theirs: String(charge.refunded) });
  }
  return found;
}

export async function compareCredits(db: Db, payment: PaymentRow): Promise<PaymentDifference[]> {
  const grants = await db.selectFrom('payment_grant').select('credits').where('payment_id', '=', payment.id).execute();
  const granted = grants.reduce((sum, { credits }) => sum + credits, 0);
  const worth = entitledCredits(payment);
  return granted === worth ? [] : [{ what: 'credits', ours: `${granted} granted`, theirs: `${worth} paid for` }];
}

/** The provider reports renewals with the first payment. */
export async function compareSubscription(
  db: Db,
  first: PaymentRow,
  { subscription: state }: CheckoutState,
  driver: PaymentProvider,
): Promise<PaymentDifference[]> {
  if (!state || driver.subscriptions?.renewedBy !== 'provider' || !first.subscription_id) return [];
  const ours = await db
    .selectFrom('payment')
    .selectAll()
    .where('subscription_id', '=', first.subscription_id)
    .execute();
  const subscription = await db
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', first.subscription_id)
    .executeTakeFirstOrThrow();
  const found: PaymentDifference[] = [];
  for (const renewal of state.renewals) {
    const known = ours.find((payment) => payment.charge_ref === renewal.ref);
    if (known) found.push(...compareCharge(known, renewal, driver));
    else
      found.push({ what: 'renewal', ours: 'none', theirs: `${renewal.ref} of ${renewal.periodStart.toISOString()}` });
  }
  const runs = { ours: subscription.ended_at === null, theirs: state.status !== 'ended' };
  if (runs.ours !== runs.theirs) {
    found.push({ what: 'subscription', ours: subscription.status, theirs: state.status });
  } else if (runs.ours && subscription.cancel_at_period_end !== state.cancelAtPeriodEnd) {
    const describe = (isEnding: boolean) => (isEnding ? 'ends with its period' : 'renews');
    const [ending, theirs] = [describe(subscription.cancel_at_period_end), describe(state.cancelAtPeriodEnd)];
    found.push({ what: 'subscription', ours: ending, theirs });
  }
  return found;
}
