export interface Intent {
  id: string;
  amount: number;
  refunded: number;
  isFailed: boolean;
  dispute: 'none' | 'needs_response' | 'won' | 'lost';
}

export interface Session {
  id: string;
  client_reference_id: string;
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  amount_total: number;
  currency: string;
  payment_intent: string | null;
  subscription: string | null;
}

interface Invoice {
  id: string;
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  amount_paid: number;
  currency: string;
  intent: string;
  start: number;
  end: number;
}

export interface Subscription {
  id: string;
  status: 'active' | 'past_due' | 'canceled';
  cancel_at_period_end: boolean;
  price: number;
  currency: string;
  start: number;
  end: number;
  invoices: Invoice[];
}

const month = 30 * 86_400;

export class StripeBooks {
  readonly sessions = new Map<string, Session>();
  readonly intents = new Map<string, Intent>();
  readonly subscriptions = new Map<string, Subscription>();

  sessionOf(paymentId: string): Session {
    return [...this.sessions.values()].find((one) => one.client_reference_id === paymentId)!;
  }

  /** Or of its subscription's newest invoice. */
  intentOf(paymentId: string): Intent {
    const { payment_intent, subscription } = this.sessionOf(paymentId);
    const id = payment_intent ?? this.subscriptions.get(subscription!)!.invoices.at(-1)!.intent;
    return this.intents.get(id)!;
  }

  subscriptionOf(paymentId: string): Subscription {
    return this.subscriptions.get(this.sessionOf(paymentId).subscription!)!;
  }

  addIntent(amount: number): Intent {
    const id = `pi_${this.intents.size + 1}`;
    const intent: Intent = { id, amount, refunded: 0, isFailed: false, dispute: 'none' };
    this.intents.set(id, intent);
    return intent;
  }

  startSubscription(session: Session, price: number, now: number): void {
    const id = `sub_${this.subscriptions.size + 1}`;
    const { currency } = session;
    const [start, end] = [now, now + month];
    const subscription: Subscription = {
      ...{ id, status: 'active', cancel_at_period_end: false, price, currency, start, end },
      invoices: [],
    };
    this.subscriptions.set(id, subscription);
    session.subscription = id;
    this.invoice(subscription, session.amount_total);
  }

  proration({ price, start, end }: Subscription, dearer: number, at: number): number {
    return Math.round(((dearer - price) * (end - at)) / (end - start));
  }

  upgrade(subscription: Subscription, price: number, at: number): void {
    const amount = this.proration(subscription, price, at);
    const { id, invoices, currency, end } = subscription;
    const { id: intent } = this.addIntent(amount);
    const invoice = { id: `in_${id}_${invoices.length + 1}`, amount_paid: amount, currency, intent, start: at, end };
    invoices.push({ ...invoice, billing_reason: 'subscription_update' });
    subscription.price = price;
  }

  renew(paymentId: string, works = true): void {
    const subscription = this.subscriptionOf(paymentId);
    subscription.status = works ? 'active' : 'past_due';
    if (!works) return;
    this.beginPeriod(subscription);
    this.invoice(subscription, subscription.price);
  }

  /** Its invoice is a draft for about an hour. */
  beginPeriod(subscription: Subscription): void {
    subscription.start = subscription.end;
    subscription.end += month;
  }

  invoice(subscription: Subscription, amount: number): void {
    const { id, invoices, currency, start, end } = subscription;
    const billing_reason = invoices.length === 0 ? 'subscription_create' : 'subscription_cycle';
    const { id: intent } = this.addIntent(amount);
    invoices.push({
      ...{ id: `in_${id}_${invoices.length + 1}`, billing_reason, amount_paid: amount, currency, intent, start, end },
    });
  }
}

export const list = (data: object[]) => ({ object: 'list', data, has_more: false, url: '/' });

export const shownIntent = ({ id, amount, refunded, isFailed, dispute }: Intent) => ({
  id,
  object: 'payment_intent',
  status: isFailed ? 'requires_payment_method' : 'succeeded',
  latest_charge: {
    id: `ch_${id}`,
    object: 'charge',
    disputed: dispute !== 'none',
    refunded: refunded >= amount,
    amount_refunded: refunded,
  },
});

export const shownSubscription = ({ id, status, cancel_at_period_end, price, start, end }: Subscription) => ({
  id,
  object: 'subscription',
  status,
  cancel_at_period_end,
  items: list([
    {
      ...{ id: `si_${id}`, object: 'subscription_item', price: { product: 'prod_1', unit_amount: price } },
      ...{ current_period_start: start, current_period_end: end },
    },
  ]),
});

export const shownInvoice = ({ intent, start, end, ...invoice }: Invoice) => ({
  ...invoice,
  object: 'invoice',
  payments: list([{ status: 'paid', payment: { type: 'payment_intent', payment_intent: intent } }]),
  lines: list([{ period: { start, end } }]),
  period_start: start,
  period_end: end,
});
