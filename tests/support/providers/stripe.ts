import Stripe from 'stripe';
import { stripeProvider } from '#backend/providers/payments/stripe/driver';
import { no, startEmulator, type Call } from './emulator';
import {
  list,
  shownIntent,
  shownInvoice,
  shownSubscription,
  StripeBooks,
  type Session,
  type Subscription,
} from './stripe-books';
import type { Decision, Delivery, ProviderSubject } from '#tests/support/conformance/payment-subject';

const webhookSecret = 'whsec_tests';

export interface StripeSubject extends ProviderSubject {
  books: StripeBooks;
  card: { works: boolean };
  message(type: string, object: object): Delivery;
}

export async function stripe({ now = () => new Date() } = {}): Promise<StripeSubject> {
  const books = new StripeBooks();
  const card = { works: true };
  const byKey = new Map<string, { order: string; session: Session }>();
  const fullPrices = new Map<string, number>();

  const emulator = await startEmulator((call) => {
    const { method, path, query } = call;
    if (call.headers.authorization !== 'Bearer sk_tests') return no(401);
    const field = formOf(call);
    const [, , thing, id = ''] = path.split('/');
    const isPost = method === 'POST';
    if (path === '/v1/coupons') return { body: { id: field('id'), object: 'coupon' } };
    if (path === '/v1/checkout/sessions') return isPost ? create(call) : { body: list(allSessions()) };
    if (path === '/v1/refunds') return refund(call);
    if (path === '/v1/disputes') return { body: list(disputesOf(query.get('payment_intent')!)) };
    if (path === '/v1/invoices/create_preview') return preview(call);
    if (path === '/v1/invoices') {
      const subscription = books.subscriptions.get(query.get('subscription') ?? '');
      return subscription ? { body: list(subscription.invoices.map(shownInvoice)) } : no(404);
    }
    if (thing === 'subscriptions') {
      const subscription = books.subscriptions.get(id);
      if (!subscription) return no(404);
      const ending = field('cancel_at_period_end');
      if (isPost && ending) subscription.cancel_at_period_end = ending === 'true';
      const price = Number(field('items[0][price_data][unit_amount]'));
      if (isPost && price) return changed(call, subscription, price);
      return { body: shownSubscription(subscription) };
    }
    if (thing === 'payment_intents') {
      const intent = books.intents.get(id);
      return intent ? { body: shownIntent(intent) } : no(404);
    }
    const isExpiry = path.endsWith('/expire');
    const session = books.sessions.get(path.split('/').at(isExpiry ? -2 : -1)!);
    if (session && isExpiry) {
      if (session.status !== 'open') return no(400);
      session.status = 'expired';
    }
    return session ? { body: shown(session) } : no(404);
  });

  function create(call: Call) {
    const field = formOf(call);
    const key = String(call.headers['idempotency-key'] ?? '');
    if (!key) return no(400);
    const known = byKey.get(key);
    if (known) return known.order === call.body ? { body: shown(known.session) } : no(400);
    const off = Number(/^first-(\d+)-/.exec(field('discounts[0][coupon]'))?.[1] ?? 0);
    const price = Number(field('line_items[0][price_data][unit_amount]'));
    const session: Session = {
      id: `cs_test_${books.sessions.size + 1}`,
      client_reference_id: field('client_reference_id'),
      mode: field('mode') as Session['mode'],
      status: 'open',
      payment_status: 'unpaid',
      amount_total: price - off,
      currency: field('line_items[0][price_data][currency]'),
      payment_intent: null,
      subscription: null,
    };
    books.sessions.set(session.id, session);
    fullPrices.set(session.id, price);
    byKey.set(key, { order: call.body, session });
    return { body: shown(session) };
  }

  function changed(call: Call, subscription: Subscription, price: number) {
    const field = formOf(call);
    if (field('proration_behavior') === 'none') subscription.price = price;
    else {
      const isWhole = call.headers['idempotency-key'] && field('payment_behavior') === 'error_if_incomplete';
      if (field('proration_behavior') !== 'always_invoice' || !isWhole) return no(400);
      if (!card.works) return no(402);
      if (price !== subscription.price) books.upgrade(subscription, price, Number(field('proration_date')));
    }
    return { body: shownSubscription(subscription) };
  }

  function preview(call: Call) {
    const field = formOf(call);
    const subscription = books.subscriptions.get(field('subscription'))!;
    const price = Number(field('subscription_details[items][0][price_data][unit_amount]'));
    const at = Number(field('subscription_details[proration_date]'));
    const amount_due = books.proration(subscription, price, at);
    return { body: { object: 'invoice', amount_due, currency: subscription.currency } };
  }

  function refund(call: Call) {
    const field = formOf(call);
    const intent = books.intents.get(field('payment_intent'));
    if (!intent || !call.headers['idempotency-key']) return no(400);
    if (intent.refunded + Number(field('amount')) > intent.amount) return no(400);
    intent.refunded += Number(field('amount'));
    return { body: { id: 're_1', object: 'refund' } };
  }

  function disputesOf(id: string): object[] {
    const dispute = books.intents.get(id)?.dispute ?? 'none';
    return dispute === 'none' ? [] : [{ id: `dp_${id}`, object: 'dispute', status: dispute }];
  }

  const shown = (session: Session) => ({
    object: 'checkout.session',
    url: session.status === 'open' ? `${emulator.url}/page/${session.id}` : null,
    ...session,
  });
  const allSessions = () => [...books.sessions.values()].map(shown);

  const signer = new Stripe('sk_tests');
  let told = 0;
  function message(type: string, object: object, id = `evt_${++told}`): Delivery {
    const payload = JSON.stringify({ id, object: 'event', type, data: { object } });
    const timestamp = Math.floor(now().getTime() / 1000);
    const signature = signer.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp });
    return { body: payload, headers: { 'stripe-signature': signature } };
  }

  const open = (secretKey: string) => stripeProvider({ secretKey, webhookSecret, url: emulator.url });
  return {
    books,
    card,
    message,
    provider: open('sk_tests'),
    withWrongKeys: open('sk_another'),
    emulator,
    can: { expired: true, refunded: true },
    verifiesWebhooks: true,
    requestedAmount(paymentId) {
      const session = books.sessionOf(paymentId);
      return session && { amount: session.amount_total, currency: session.currency.toUpperCase() };
    },
    decide(paymentId, decision: Decision) {
      const session = books.sessionOf(paymentId);
      if (decision === 'expired') {
        session.status = 'expired';
        return;
      }
      session.status = 'complete';
      session.payment_status = decision === 'failed' ? 'unpaid' : 'paid';
      if (decision === 'wrong amount') session.amount_total = 1;
      if (decision === 'wrong currency') session.currency = 'eur';
      if (session.mode === 'subscription') {
        const price = fullPrices.get(session.id)!;
        if (decision === 'paid') books.startSubscription(session, price, Math.floor(now().getTime() / 1000));
        return;
      }
      session.payment_intent ??= books.addIntent(session.amount_total).id;
      const intent = books.intents.get(session.payment_intent)!;
      intent.isFailed = decision === 'failed';
      if (decision === 'refunded') intent.refunded = intent.amount;
    },
    webhook(paymentId) {
      return message('checkout.session.completed', shown(books.sessionOf(paymentId)), `evt_${paymentId}`);
    },
  };
}

function formOf({ body }: Call) {
  const form = new URLSearchParams(body);
  return (name: string) => form.get(name) ?? '';
}
