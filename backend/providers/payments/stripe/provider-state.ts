import type Stripe from 'stripe';
import type {
  Amount,
  Charge,
  CheckoutState,
  ListedCheckout,
  SubscriptionState,
} from '#backend/providers/payments/port';

const moment = (seconds: number) => new Date(seconds * 1000);
const idOf = (thing: string | { id: string } | null | undefined) => (typeof thing === 'string' ? thing : thing?.id);
const amountOf = (amount: number | null, currency: string | null): Amount | null =>
  amount === null || currency === null ? null : { amount, currency: currency.toUpperCase() };

export async function stateOfSession(stripe: Stripe, id: string): Promise<CheckoutState> {
  const session = await stripe.checkout.sessions.retrieve(id);
  const paid = amountOf(session.amount_total, session.currency);
  const open = (status: Charge['status']): CheckoutState => ({ charge: { ref: null, status, paid, refunded: 0 } });
  if (session.status === 'open') return open('created');
  if (session.status === 'expired') return open('expired');

  if (session.mode === 'subscription') {
    if (session.payment_status === 'unpaid') return open('pending');
    const ref = idOf(session.subscription)!;
    const { first, ...subscription } = await invoicesAndState(stripe, ref);
    return first ? { charge: { ...first, paid }, subscription } : open('pending');
  }
  const intent = idOf(session.payment_intent);
  if (session.payment_status === 'unpaid') return open(intent ? await stateOfUnpaid(stripe, intent) : 'pending');
  return { charge: { ...(await chargeOf(stripe, intent)), paid } };
}

/** Without later refunds. */
export async function listSessions(stripe: Stripe, since: Date): Promise<ListedCheckout[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const sessions = await stripe.checkout.sessions.list({ created, limit: 100 }).autoPagingToArray({ limit: 10_000 });
  return sessions.map(({ id, payment_status, amount_total, currency }) => ({
    checkoutRef: id,
    status: payment_status === 'unpaid' ? 'created' : 'paid',
    paid: amountOf(amount_total, currency),
  }));
}

async function stateOfUnpaid(stripe: Stripe, intent: string): Promise<Charge['status']> {
  const { status } = await stripe.paymentIntents.retrieve(intent);
  return status === 'requires_payment_method' || status === 'canceled' ? 'failed' : 'pending';
}

/** The intent's latest charge has refunds and disputes. */
async function chargeOf(stripe: Stripe, intent: string | undefined): Promise<Omit<Charge, 'paid'>> {
  if (!intent) return { ref: null, status: 'paid', refunded: 0 };
  const { latest_charge } = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] });
  if (!latest_charge || typeof latest_charge === 'string') return { ref: intent, status: 'paid', refunded: 0 };
  const { disputed, refunded, amount_refunded } = latest_charge;
  if (disputed && !(await isDisputeWon(stripe, intent))) {
    return { ref: intent, status: 'disputed', refunded: amount_refunded };
  }
  const status = refunded ? 'refunded' : amount_refunded > 0 ? 'partially_refunded' : 'paid';
  return { ref: intent, status, refunded: amount_refunded };
}

async function isDisputeWon(stripe: Stripe, intent: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ payment_intent: intent, limit: 10 });
  return data.length > 0 && data.every(({ status }) => status === 'won' || status === 'warning_closed');
}

const ended: readonly Stripe.Subscription.Status[] = ['canceled', 'incomplete_expired'];
const late: readonly Stripe.Subscription.Status[] = ['past_due', 'unpaid'];

/** Credits follow paid invoices only. */
async function invoicesAndState(stripe: Stripe, ref: string) {
  const subscription = await stripe.subscriptions.retrieve(ref);
  const [item] = subscription.items.data;
  const list = stripe.invoices.list({ subscription: ref, status: 'paid', limit: 100, expand: ['data.payments'] });
  const invoices = await list.autoPagingToArray({ limit: 1000 });
  const charges = await Promise.all(invoices.map((invoice) => chargeOfInvoice(stripe, invoice)));
  charges.sort((a, b) => a.periodStart.getTime() - b.periodStart.getTime());
  const first = charges.find((charge) => charge.isFirst);
  const state: SubscriptionState = {
    ref,
    status: ended.includes(subscription.status) ? 'ended' : late.includes(subscription.status) ? 'past_due' : 'active',
    startedAt: first?.periodStart ?? moment(subscription.start_date),
    periodStart: moment(item!.current_period_start),
    periodEnd: moment(item!.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    ...(item!.price.unit_amount === null ? {} : { nextAmount: item!.price.unit_amount }),
    renewals: charges.filter((charge) => !charge.isFirst),
  };
  return { ...state, first };
}

async function chargeOfInvoice(stripe: Stripe, invoice: Stripe.Invoice) {
  const intent = idOf(invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent);
  const charge = await chargeOf(stripe, intent);
  const period = invoice.lines.data[0]?.period ?? { start: invoice.period_start, end: invoice.period_end };
  return {
    ...charge,
    ref: charge.ref ?? invoice.id!,
    paid: amountOf(invoice.amount_paid, invoice.currency),
    isFirst: invoice.billing_reason === 'subscription_create',
    isUpgrade: invoice.billing_reason === 'subscription_update',
    periodStart: moment(period.start),
    periodEnd: moment(period.end),
  };
}
