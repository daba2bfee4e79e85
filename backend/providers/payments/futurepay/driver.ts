import { z } from 'zod/v4';
import { addPeriods } from '#contract';
import { parseJson } from '#backend/providers/payments/parse-json';
import { requestJson } from '#backend/providers/payments/request-json';
import {
  ProviderRefused,
  WebhookRefused,
  type Charge,
  type CheckoutOrder,
  type PaymentProvider,
} from '#backend/providers/payments/port';
import { isEqualConstantTime, sha256 } from '#backend/providers/payments/signature';
import { curTimeOf, signFuturepay } from './signature';

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
/** Both hold our payment id. */
const message = z.looseObject({ reference: z.string().optional(), referenceId: z.string().optional() });

/** The list is unpublished; unknown states count as pending. */
const states: Record<string, Charge['status']> = {
  SUCCESS: 'paid',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
};

/** Minor units. No known call cancels a subscription. */
export function futurepayProvider({ merchantId, appId, key, url, now }: Options): PaymentProvider {
  async function call<T extends z.ZodType<{ code: string }>>(path: string, fields: object, schema: T) {
    const headers = {
      authorization: signFuturepay(fields as Record<string, unknown>, key),
      merchantid: merchantId,
      appid: appId,
      curtime: curTimeOf(now()),
      'content-type': 'application/json',
    };
    const answer = await requestJson(url + path, { headers, body: JSON.stringify(fields) }, schema);
    if (answer.code !== '200') throw new ProviderRefused(`FuturePay answered ${answer.code}.`);
    return answer;
  }

  /** As in the published signing example. */
  const paymentOf = ({ paymentId, product, due, market, returnUrl, webhookUrl, buyer }: CheckoutOrder) => ({
    reference: paymentId,
    amount: { currency: market?.currency ?? due.currency, value: due.amount },
    countryCode: market?.country ?? 'US',
    origin: new URL(returnUrl).origin,
    paymentMethod: { type: market?.paymentMethod ?? 'intercards', shopperEmail: buyer.email },
    returnUrl,
    shopperReference: buyer.accountId,
    webhookUrl,
    lineItems: [{ name: product.name, quantity: 1, amount: due.amount }],
  });

  /** Products have our ids, plus `_first` for a first price. */
  const subscriptionOf = ({ paymentId, product, due, market, returnUrl, webhookUrl, buyer }: CheckoutOrder) => ({
    productsId: due.amount === product.price.amount ? product.product_id : `${product.product_id}_first`,
    productDetail: product.name,
    consumerId: buyer.accountId,
    origin: new URL(returnUrl).origin,
    referenceId: paymentId,
    customerEmail: buyer.email,
    countryCode: market?.country ?? 'US',
    paymentMethod: { type: market?.paymentMethod ?? 'intercards' },
    notifyUrl: webhookUrl,
    returnUrl,
    browserInfo: { osType: 'other', terminalType: 'web' },
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
      const isSubscription = order.product.type === 'sub';
      const { data: begun } = isSubscription
        ? await call('/auto/subscription', subscriptionOf(order), started)
        : await call('/payin/order', paymentOf(order), started);
      if (!begun?.payUrl) throw new ProviderRefused('FuturePay returned no checkout URL.');
      const { payUrl, sessionId } = begun;
      if (!order.embed || !sessionId) return { ref: order.paymentId, action: { type: 'redirect', url: payUrl } };
      const parameters = { sessionId, url: payUrl };
      return { ref: order.paymentId, action: { type: 'embed', provider: 'futurepay', parameters } };
    },

    /** Untrusted: it only triggers a query. */
    async parseWebhook(body, headers) {
      const parsed = message.safeParse(parseJson(body));
      const id = parsed.data?.reference ?? parsed.data?.referenceId;
      if (!parsed.success || !id) throw new WebhookRefused('Not a FuturePay message.');
      const isSigned = isEqualConstantTime(headers.get('authorization'), signFuturepay(parsed.data, key));
      const isForUs =
        isEqualConstantTime(headers.get('merchantid'), merchantId) && isEqualConstantTime(headers.get('appid'), appId);
      if (!isSigned || !isForUs) throw new WebhookRefused('Invalid FuturePay signature.');
      if (!/^\d{13}$/.test(headers.get('curtime') ?? ''))
        throw new WebhookRefused('Missing or malformed curtime header.');
      const hash = sha256(body);
      return { key: hash, subject: { kind: 'payment', paymentId: id } };
    },

    async fetchStatus({ paymentId, isSubscription, product }) {
      const { data: told } = await call('/payin/orderQuery', { reference: paymentId }, queried);
      if (!told) return { charge: { ref: null, status: 'created', paid: null, refunded: 0 } };
      const paid = { amount: told.amount, currency: told.currency };
      const charge: Charge = { ref: told.orderNo, status: states[told.status] ?? 'pending', paid, refunded: 0 };
      if (!isSubscription || charge.status !== 'paid') return { charge };
      // No known call lists later charges.
      const periodStart = now();
      const periodEnd = addPeriods(periodStart, product.period ?? 'month', 1);
      const ref = told.orderNo;
      const period = { startedAt: periodStart, periodStart, periodEnd };
      const subscription = { ref, status: 'active' as const, ...period, cancelAtPeriodEnd: false };
      return { charge, subscription: { ...subscription, renewals: [] } };
    },

    async refund() {
      throw new ProviderRefused('FuturePay has no refund call: refund in its dashboard.');
    },

    subscriptions: { renewedBy: 'site', cancelledBy: 'operator' },
  };
}
