import { createHmac } from 'node:crypto';
import { paypalProvider } from '#backend/providers/payments/paypal/driver';
import { no, startEmulator, type Call } from './emulator';
import { PaypalBooks } from './paypal-books';
import type { Decision, Delivery, ProviderSubject } from '#tests/support/conformance/payment-subject';

interface Order {
  id: string;
  custom_id: string;
  value: string;
  currency_code: string;
  status: string;
  capture: string | null;
  captures: number;
  next: string;
  back: string[];
}

const captureStates: Partial<Record<Decision, string>> = { failed: 'DECLINED', refunded: 'REFUNDED' };

export interface PaypalSubject extends ProviderSubject {
  books: PaypalBooks;
  message(type: string, resource: object): Delivery;
}

export async function paypal({ now = () => new Date() } = {}): Promise<PaypalSubject> {
  const books = new PaypalBooks(now);
  const orders = new Map<string, Order>();
  const byKey = new Map<string, Order>();
  const signatureOf = (event: string) => createHmac('sha256', 'pp-signing').update(event).digest('hex');
  const emulator = await startEmulator((call) => {
    const { path, headers } = call;
    if (path === '/v1/oauth2/token') {
      const isKnown = headers.authorization === `Basic ${Buffer.from('pp-id:pp-secret').toString('base64')}`;
      return isKnown ? { body: { access_token: 'pp-token', expires_in: 3600 } } : no(401);
    }
    if (headers.authorization !== 'Bearer pp-token') return no(401);
    if (path === '/v1/notifications/verify-webhook-signature') {
      if (!JSON.parse(call.body).transmission_sig) return no(400); // a required field
      return { body: { verification_status: verdictOn(call) } };
    }
    if (path === '/v2/checkout/orders') return { body: create(call) };
    const captured = orders.get(/^\/v2\/payments\/captures\/CAP-([^/]+)\/refund$/.exec(path)?.[1] ?? '');
    if (captured) return refund(captured, call);
    const [, id = '', verb] = /^\/v2\/checkout\/orders\/([^/]+)(\/capture)?$/.exec(path) ?? [];
    const order = orders.get(id);
    if (!order)
      return path.startsWith('/v2/checkout') ? no(404) : books.answer(call, (name) => `${emulator.url}/page/${name}`);
    if (verb) {
      if (headers['paypal-request-id'] !== `capture-${order.custom_id}`) return no(400);
      order.captures++;
      order.status = 'COMPLETED';
      order.capture = order.next;
    }
    return { body: shown(order) };
  });

  function create({ headers, body }: Call): object {
    const key = String(headers['paypal-request-id']);
    const known = byKey.get(key);
    if (known) return shown(known);
    const { custom_id, amount } = JSON.parse(body).purchase_units[0];
    const order: Order = {
      id: `PP${orders.size + 1}`,
      custom_id,
      ...amount,
      status: 'PAYER_ACTION_REQUIRED',
      capture: null,
      captures: 0,
      next: 'COMPLETED',
      back: [],
    };
    orders.set(order.id, order);
    byKey.set(key, order);
    return shown(order);
  }

  function refund(order: Order, { headers, body }: Call) {
    const cents = (value: string) => Math.round(Number(value) * 100);
    const value: string = JSON.parse(body).amount.value;
    const left = order.back.reduce((rest, part) => rest - cents(part), cents(order.value)) - cents(value);
    if (left < 0 || !headers['paypal-request-id']) return no(422);
    order.back.push(value);
    order.capture = left > 0 ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
    return { body: { id: `R-${order.id}` } };
  }

  function verdictOn({ body }: Call): string {
    const event = body.slice(body.indexOf('"webhook_event":') + '"webhook_event":'.length, -1);
    const { transmission_sig, webhook_id } = JSON.parse(body);
    return webhook_id === 'pp-webhook' && transmission_sig === signatureOf(event) ? 'SUCCESS' : 'FAILURE';
  }

  const shown = ({ id, custom_id, value, currency_code, status, capture, back }: Order) => {
    const amount = { value, currency_code };
    const captures = capture ? [{ id: `CAP-${id}`, status: capture, amount }] : [];
    const refunds = back.map((part) => ({ amount: { value: part, currency_code } }));
    const links = [{ rel: 'payer-action', href: `${emulator.url}/page/${id}` }];
    return {
      id,
      status,
      links,
      purchase_units: [{ custom_id, amount, ...(capture ? { payments: { captures, refunds } } : {}) }],
    };
  };
  let told = 0;
  function message(event_type: string, resource: object, id = `WH-${++told}`): Delivery {
    const body = `{ "id":"${id}", "event_type":"${event_type}","resource":${JSON.stringify(resource)}}`;
    const headers = {
      'paypal-transmission-time': now().toISOString(),
      'paypal-transmission-id': 'tx',
      'paypal-transmission-sig': signatureOf(body),
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/cert',
    };
    return { body, headers };
  }

  const orderOf = (paymentId: string) => [...orders.values()].find((order) => order.custom_id === paymentId);
  const open = (clientId: string) =>
    paypalProvider({
      clientId,
      clientSecret: 'pp-secret',
      webhookId: 'pp-webhook',
      url: emulator.url,
      now,
    });
  return {
    books,
    message,
    provider: open('pp-id'),
    withWrongKeys: open('another'),
    emulator,
    can: { refunded: true },
    verifiesWebhooks: true,
    requestedAmount(paymentId) {
      const order = orderOf(paymentId);
      return order && { amount: Math.round(Number(order.value) * 100), currency: order.currency_code };
    },
    decide(paymentId, decision) {
      if (books.agreementOf(paymentId)) return void (decision === 'paid' && books.renew(paymentId));
      const order = orderOf(paymentId)!;
      order.next = captureStates[decision] ?? 'COMPLETED';
      if (order.capture === null) order.status = 'APPROVED';
      else order.capture = order.next;
      if (decision === 'wrong amount') order.value = '0.01';
      if (decision === 'wrong currency') order.currency_code = 'EUR';
    },
    webhook(paymentId) {
      const order = orderOf(paymentId)!;
      const resource = { id: order.id, purchase_units: [{ custom_id: paymentId }] };
      return message('CHECKOUT.ORDER.APPROVED', resource, `WH-${order.id}-${order.status}`);
    },
  };
}
