import { createHash } from 'node:crypto';
import { z } from 'zod/v4';
import { addPeriods } from '#contract';
import { ask } from '../ask';
import { ProviderRefused, WebhookRefused, type Charge, type CheckoutOrder, type PaymentProvider } from '../port';
import { signFuturepay } from './signature';

interface Options {
  merchantId: string;
  appId: string;
  key: string;
  url: string;
  now(): Date;
}

const data = z.object({
  orderNo: z.string().optional(),
  payUrl: z.string().optional(),
  sessionId: z.string().optional(),
});
const started = z.object({ code: z.coerce.string(), data: data.optional() });
const queried = z.object({
  code: z.coerce.string(),
  data: z
    .object({ orderNo: z.string(), status: z.string(), amount: z.coerce.number(), currency: z.string() })
    .optional(),
});
const message = z.object({ merchantOrderNo: z.string() });

/** The list of states is not published: these are understood, and whatever else comes is still under way. */
const states: Record<string, Charge['status']> = {
  SUCCESS: 'paid',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
};

/**
 * FuturePay, as far as it is known: cards, wallets and subscriptions. Its interface has no way to end a subscription that
 * we know of, so ending one is told to an operator. Amounts are minor units.
 */
export function futurepayProvider({ merchantId, appId, key, url, now }: Options): PaymentProvider {
  async function call<T extends z.ZodType<{ code: string }>>(path: string, fields: object, schema: T) {
    const headers = {
      authorization: signFuturepay(fields as Record<string, unknown>, key),
      merchantid: merchantId,
      appid: appId,
      curtime: String(now().getTime()),
      'content-type': 'application/json',
    };
    const answer = await ask(url + path, { headers, body: JSON.stringify(fields) }, schema);
    if (answer.code !== '200') throw new ProviderRefused(`FuturePay answered ${answer.code}.`);
    return answer;
  }

  const fieldsOf = ({ paymentId, product, due, market, returnUrl, cancelUrl, webhookUrl, buyer }: CheckoutOrder) => ({
    merchantOrderNo: paymentId,
    amount: due.amount,
    currency: market?.currency ?? due.currency,
    country: market?.country ?? 'US',
    paymentMethod: { type: market?.paymentMethod ?? 'intercards' },
    email: buyer.email,
    returnUrl,
    cancelUrl,
    notifyUrl: webhookUrl,
    lineItems: [{ name: product.name, quantity: 1, amount: due.amount }],
    ...(product.type === 'sub' ? { period: product.period, renewalAmount: product.price.amount } : {}),
  });

  return {
    name: 'futurepay',
    methods: [
      { method: 'cards', types: ['sub', 'once'] },
      { method: 'googlepay', types: ['once'] },
      { method: 'applepay', types: ['once'] },
      { method: 'generic', types: ['once'] },
    ],
    refunds: 'by hand',

    async createCheckout(order) {
      const path = order.product.type === 'sub' ? '/auto/subscription' : '/payin/order';
      const { data: begun } = await call(path, fieldsOf(order), started);
      if (!begun?.payUrl) throw new ProviderRefused('FuturePay gave no page to go to.');
      const { payUrl, sessionId } = begun;
      if (!order.embed || !sessionId) return { ref: order.paymentId, action: { type: 'redirect', url: payUrl } };
      const parameters = { sessionId, url: payUrl };
      return { ref: order.paymentId, action: { type: 'embed', provider: 'futurepay', parameters } };
    },

    /** How its messages are signed is not known, so they only make us ask. */
    async parseWebhook(body) {
      const parsed = message.safeParse(tryJson(body));
      if (!parsed.success) throw new WebhookRefused('This is no message of FuturePay’s.');
      const hash = createHash('sha256').update(body).digest('hex');
      return { key: hash, subject: { kind: 'payment', paymentId: parsed.data.merchantOrderNo } };
    },

    async fetchStatus({ paymentId, isSubscription, product }) {
      const { data: told } = await call('/payin/orderQuery', { merchantOrderNo: paymentId }, queried);
      if (!told) return { charge: { ref: null, status: 'created', paid: null, refunded: 0 } };
      const paid = { amount: told.amount, currency: told.currency };
      const charge: Charge = { ref: told.orderNo, status: states[told.status] ?? 'pending', paid, refunded: 0 };
      if (!isSubscription || charge.status !== 'paid') return { charge };
      // Its later charges are not told by any call we know: the first period is all that is granted by itself.
      const periodStart = now();
      const periodEnd = addPeriods(periodStart, product.period ?? 'month', 1);
      const ref = told.orderNo;
      const period = { startedAt: periodStart, periodStart, periodEnd };
      const subscription = { ref, status: 'active' as const, ...period, cancelAtPeriodEnd: false };
      return { charge, subscription: { ...subscription, renewals: [] } };
    },

    async refund() {
      throw new ProviderRefused('FuturePay’s refunds are made by hand: use its dashboard.');
    },

    subscriptions: { renewedBy: 'us', cancelledBy: 'operator' },
  };
}

function tryJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
