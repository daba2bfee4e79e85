import { z } from 'zod/v4';
import { parseJson } from '#backend/providers/payments/parse-json';
import { requestJson } from '#backend/providers/payments/request-json';
import { ProviderRefused, WebhookRefused, type Charge, type PaymentProvider } from '#backend/providers/payments/port';
import { hmacSha512, isEqualConstantTime } from '#backend/providers/payments/signature';
import { fromMajor, toMajor } from '#backend/providers/payments/units';
import { sortedJson } from './sorted-json';

interface Options {
  apiKey: string;
  ipnSecret: string;
  url: string;
}

const invoice = z.object({ id: z.coerce.string(), invoice_url: z.url() });
const payment = z.object({
  payment_id: z.coerce.string(),
  payment_status: z.string(),
  order_id: z.string().nullable(),
  price_amount: z.coerce.number(),
  price_currency: z.string(),
});
/** A payment started in the dashboard has no order. */
const message = payment.pick({ payment_id: true, payment_status: true, order_id: true });

const states: Record<string, Charge['status']> = {
  waiting: 'pending',
  confirming: 'pending',
  confirmed: 'pending',
  sending: 'pending',
  finished: 'paid',
  partially_paid: 'partially_paid',
  failed: 'failed',
  refunded: 'refunded',
  expired: 'expired',
};

/** Crypto: packs only, refunds by hand. */
export function nowpaymentsProvider({ apiKey, ipnSecret, url }: Options): PaymentProvider {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  return {
    name: 'nowpayments',
    methods: [{ method: 'crypto', types: ['once'] }],
    refunds: 'by hand',

    async createCheckout({ paymentId, product, due, returnUrl, cancelUrl, webhookUrl }) {
      const body = JSON.stringify({
        price_amount: Number(toMajor(due)),
        price_currency: due.currency.toLowerCase(),
        order_id: paymentId,
        order_description: `${product.name}: ${product.description}`,
        ipn_callback_url: webhookUrl,
        success_url: returnUrl,
        cancel_url: cancelUrl,
        partially_paid_url: returnUrl,
      });
      const { id, invoice_url } = await requestJson(`${url}/v1/invoice`, { headers, body }, invoice);
      return { ref: id, action: { type: 'redirect', url: invoice_url } };
    },

    async parseWebhook(body, given) {
      const content = parseJson(body);
      if (content === undefined) throw new WebhookRefused('Not a NOWPayments message.');
      const isGenuine = isEqualConstantTime(given.get('x-nowpayments-sig'), hmacSha512(ipnSecret, sortedJson(content)));
      if (!isGenuine) throw new WebhookRefused('Invalid NOWPayments signature.');
      const parsed = message.safeParse(content);
      if (!parsed.success) throw new WebhookRefused('Not a NOWPayments message.');
      const { payment_id, payment_status, order_id } = parsed.data;
      const key = `${payment_id}:${payment_status}`;
      if (order_id === null) return { key, subject: { kind: 'none' } };
      return { key, subject: { kind: 'payment', paymentId: order_id, chargeRef: payment_id } };
    },

    /** The first webhook brings the payment id. */
    async fetchStatus({ paymentId, chargeRef, eventChargeRef }) {
      const id = eventChargeRef ?? chargeRef;
      if (!id) return { charge: { ref: null, status: 'created', paid: null, refunded: 0 } };
      const question = { method: 'GET' as const, headers };
      const told = await requestJson(`${url}/v1/payment/${encodeURIComponent(id)}`, question, payment);
      if (told.order_id !== paymentId) throw new ProviderRefused('This payment belongs to another order.');
      const paid = fromMajor(told.price_amount, told.price_currency);
      const status = states[told.payment_status] ?? 'pending';
      return { charge: { ref: told.payment_id, status, paid, refunded: status === 'refunded' ? paid.amount : 0 } };
    },

    async refund() {
      throw new ProviderRefused('NOWPayments has no refund call: refund in its dashboard.');
    },
  };
}
