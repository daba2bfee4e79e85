import Stripe from 'stripe';
import { stripeProvider } from '#backend/providers/payments/stripe/driver';
import { no, startEmulator } from './emulator';
import type { Decision, ProviderSubject } from '#backend/providers/payments/subject';

interface Session {
  id: string;
  client_reference_id: string;
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  amount_total: number;
  currency: string;
  payment_intent: string | null;
  subscription: string | null;
  /** Of the intent's charge. */
  refunded: number;
  intentFailed: boolean;
}

const webhookSecret = 'whsec_tests';

/** Stripe's sessions, intents and refunds, as far as the driver asks for them; messages signed by Stripe's own SDK. */
export async function stripe(): Promise<ProviderSubject> {
  const sessions = new Map<string, Session>();
  const byKey = new Map<string, Session>();
  const emulator = await startEmulator(({ method, path, headers, body }) => {
    if (headers.authorization !== 'Bearer sk_tests') return no(401);
    const form = new URLSearchParams(body);
    const field = (name: string) => form.get(name) ?? '';
    if (path === '/v1/coupons') return { body: { id: field('id'), object: 'coupon' } };
    if (method === 'POST' && path === '/v1/checkout/sessions') {
      const key = String(headers['idempotency-key'] ?? '');
      if (!key) return no(400);
      const known = byKey.get(key);
      if (known) return { body: shown(known) };
      const off = Number(/^first-(\d+)-/.exec(field('discounts[0][coupon]'))?.[1] ?? 0);
      const session: Session = {
        id: `cs_test_${sessions.size + 1}`,
        client_reference_id: field('client_reference_id'),
        mode: field('mode') as Session['mode'],
        status: 'open',
        payment_status: 'unpaid',
        amount_total: Number(field('line_items[0][price_data][unit_amount]')) - off,
        currency: field('line_items[0][price_data][currency]'),
        payment_intent: null,
        subscription: null,
        refunded: 0,
        intentFailed: false,
      };
      sessions.set(session.id, session);
      byKey.set(key, session);
      return { body: shown(session) };
    }
    if (path === '/v1/refunds') {
      const refunded = [...sessions.values()].find((one) => one.payment_intent === field('payment_intent'));
      if (!refunded || !headers['idempotency-key']) return no(400);
      refunded.refunded += Number(field('amount'));
      return { body: { id: 're_1', object: 'refund' } };
    }
    const id = path.split('/').at(-1)!;
    if (path.startsWith('/v1/payment_intents/')) {
      const session = [...sessions.values()].find((one) => one.payment_intent === id);
      return session ? { body: intentOf(session) } : no(404);
    }
    const session = sessions.get(id);
    return session ? { body: shown(session) } : no(404);
  });
  const shown = ({ refunded: _, intentFailed: __, ...session }: Session) => ({
    object: 'checkout.session',
    url: session.status === 'open' ? `${emulator.url}/page/${session.id}` : null,
    ...session,
  });
  const intentOf = ({ payment_intent, amount_total, refunded, intentFailed }: Session) => ({
    id: payment_intent,
    object: 'payment_intent',
    status: intentFailed ? 'requires_payment_method' : 'succeeded',
    latest_charge: {
      id: 'ch_1',
      object: 'charge',
      disputed: false,
      refunded: refunded >= amount_total,
      amount_refunded: refunded,
    },
  });
  const sessionOf = (paymentId: string) => [...sessions.values()].find((one) => one.client_reference_id === paymentId);
  const signer = new Stripe('sk_tests');
  const open = (secretKey: string) => stripeProvider({ secretKey, webhookSecret, url: emulator.url });
  return {
    provider: open('sk_tests'),
    stranger: open('sk_another'),
    emulator,
    can: { expired: true, refunded: true },
    verifiesWebhooks: true,
    asked(paymentId) {
      const session = sessionOf(paymentId);
      return session && { amount: session.amount_total, currency: session.currency.toUpperCase() };
    },
    decide(paymentId, decision: Decision) {
      const session = sessionOf(paymentId)!;
      session.payment_intent = 'pi_1';
      if (decision === 'expired') {
        session.status = 'expired';
        return;
      }
      session.status = 'complete';
      session.payment_status = decision === 'failed' ? 'unpaid' : 'paid';
      session.intentFailed = decision === 'failed';
      if (decision === 'refunded') session.refunded = session.amount_total;
      if (decision === 'wrong amount') session.amount_total = 1;
      if (decision === 'wrong currency') session.currency = 'eur';
    },
    webhook(paymentId) {
      const object = shown(sessionOf(paymentId)!);
      const event = { id: `evt_${paymentId}`, object: 'event', type: 'checkout.session.completed', data: { object } };
      const payload = JSON.stringify(event);
      const signature = signer.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
      return { body: payload, headers: { 'stripe-signature': signature } };
    },
  };
}
