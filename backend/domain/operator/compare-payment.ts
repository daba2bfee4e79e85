import type { Db } from '#backend/db/connect';
import type { Charge, CheckoutState, PaymentProvider } from '#backend/providers/payments/port';
import { chargeMismatch, moneyMoved } from '#backend/domain/payments/apply-charge';
import { entitledCredits } from '#backend/domain/payments/grant';
import type { PaymentRow } from '#backend/domain/payments/rows';

/** Something that our books and a provider's say differently, or that ours say against themselves. */
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

/** What a payment's own provider says otherwise. Where no money moved on either side, words for it do not matter. */
export function compareCharge(payment: PaymentRow, charge: Charge, driver: PaymentProvider): PaymentDifference[] {
  const moved = { ours: moneyMoved.includes(payment.status), theirs: moneyMoved.includes(charge.status) };
  if (!moved.ours && !moved.theirs) return [];
  const fault = chargeMismatch(payment, charge);
  if (fault)
    return [{ what: 'amount', ours: payment.problem ? 'noted, nothing granted' : payment.status, theirs: fault }];
  // What went back by hand is in our books alone.
  const isByHand = driver.refunds === 'by hand' && payment.refunded > charge.refunded && charge.status === 'paid';
  if (isByHand) return [];
  const found: PaymentDifference[] = [];
  if (payment.status !== charge.status) found.push({ what: 'status', ours: payment.status, theirs: charge.status });
  if (payment.refunded !== charge.refunded) {
    found.push({ what: 'refunded', ours: String(payment.refunded), theirs: String(charge.refunded) });
  }
  return found;
}

/** Whether what was granted for a payment is what it is worth. */
export async function compareCredits(db: Db, payment: PaymentRow): Promise<PaymentDifference[]> {
  const grants = await db.selectFrom('payment_grant').select('credits').where('payment_id', '=', payment.id).execute();
  const granted = grants.reduce((sum, { credits }) => sum + credits, 0);
  const worth = entitledCredits(payment);
  return granted === worth ? [] : [{ what: 'credits', ours: `${granted} granted`, theirs: `${worth} paid for` }];
}

/** A subscription and its renewals, as told with the payment it began with. */
export async function compareSubscription(
  db: Db,
  first: PaymentRow,
  { subscription: told }: CheckoutState,
  driver: PaymentProvider,
): Promise<PaymentDifference[]> {
  if (!told || driver.subscriptions?.renewedBy !== 'provider' || !first.subscription_id) return [];
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
  for (const renewal of told.renewals) {
    const known = ours.find((payment) => payment.charge_ref === renewal.ref);
    if (known) found.push(...compareCharge(known, renewal, driver));
    else
      found.push({ what: 'renewal', ours: 'none', theirs: `${renewal.ref} of ${renewal.periodStart.toISOString()}` });
  }
  const runs = { ours: subscription.ended_at === null, theirs: told.status !== 'ended' };
  if (runs.ours !== runs.theirs) {
    found.push({ what: 'subscription', ours: subscription.status, theirs: told.status });
  } else if (runs.ours && subscription.cancel_at_period_end !== told.cancelAtPeriodEnd) {
    const words = (isEnding: boolean) => (isEnding ? 'ends with its period' : 'goes on');
    const [ending, theirs] = [words(subscription.cancel_at_period_end), words(told.cancelAtPeriodEnd)];
    found.push({ what: 'subscription', ours: ending, theirs });
  }
  return found;
}
