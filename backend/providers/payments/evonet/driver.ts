import { z } from 'zod/v4';
import { addPeriods } from '#contract';
import { parseJson } from '#backend/providers/payments/parse-json';
import { requestJson } from '#backend/providers/payments/request-json';
import { ProviderRefused, WebhookRefused, type Charge, type PaymentProvider } from '#backend/providers/payments/port';
import { isEqualConstantTime, sha256 } from '#backend/providers/payments/signature';
import { fromMajor, toMajor } from '#backend/providers/payments/units';

interface Options {
  keyId: string;
  signKey: string;
  url: string;
  now(): Date;
}

const accepted = 'S0000';
const result = z.object({ code: z.string(), message: z.string().optional() });
const money = z.object({ currency: z.string(), value: z.string() });
const started = z.object({ result, linkUrl: z.string().optional(), sessionID: z.string().optional() });
const token = z.object({ value: z.string() }).optional();
const paymentPart = z.object({
  status: z.string(),
  merchantTransInfo: z.object({ merchantTransID: z.string() }).optional(),
  transAmount: money.optional(),
});
const told = z.object({
  result,
  merchantOrderInfo: z.object({ merchantOrderID: z.string(), status: z.string().optional() }).optional(),
  transAmount: money.optional(),
  payment: paymentPart.optional(),
  paymentMethod: z.object({ token }).optional(),
});
/** `LinkPay` and `Drop-in` carry the order id, others the transaction id. */
const message = z.object({
  eventCode: z.string(),
  merchantOrderInfo: z.object({ merchantOrderID: z.string() }).optional(),
  transactionInfo: z.object({ status: z.string().optional() }).optional(),
  payment: z.object({ merchantTransInfo: z.object({ merchantTransID: z.string() }).optional() }).optional(),
});

const states: Record<string, Charge['status']> = {
  Captured: 'paid',
  Paid: 'paid',
  Failed: 'failed',
  Cancelled: 'cancelled',
  Expired: 'expired',
  Refunded: 'refunded',
  'Partially Refunded': 'partially_refunded',
};

const timeText = (moment: Date) => `${moment.toISOString().slice(0, 19)}+00:00`;

/** Hosted page for packs, drop-in for subscriptions. We charge renewals. */
export function evonetProvider({ keyId, signKey, url, now }: Options): PaymentProvider {
  const headers = () => ({
    authorization: signKey,
    keyid: keyId,
    signtype: 'Key-based',
    datetime: timeText(now()),
    'content-type': 'application/json',
  });

  async function post<T extends z.ZodType<{ result: z.output<typeof result> }>>(path: string, body: object, schema: T) {
    const answer = await requestJson(url + path, { headers: headers(), body: JSON.stringify(body) }, schema);
    if (answer.result.code !== accepted) throw new ProviderRefused(`Evonet answered ${answer.result.code}.`);
    return answer;
  }

  async function interaction(id: string) {
    // A renewal's reference ends with a dot and the attempt.
    const path = `${url}/${id.includes('.') ? 'payment' : 'interaction'}/${encodeURIComponent(id)}`;
    return requestJson(path, { method: 'GET', headers: headers() }, told);
  }

  function chargeOf({ payment, transAmount }: z.output<typeof told>): Charge {
    const amount = payment?.transAmount ?? transAmount;
    const paid = amount ? fromMajor(amount.value, amount.currency) : null;
    if (!payment) return { ref: null, status: 'created', paid, refunded: 0 };
    const status = states[payment.status] ?? 'pending';
    const ref = payment.merchantTransInfo?.merchantTransID ?? null;
    return { ref, status, paid, refunded: status === 'refunded' ? (paid?.amount ?? 0) : 0 };
  }

  return {
    name: 'evonet',
    methods: [{ method: 'evonet', types: ['sub', 'once'] }],
    // The status of a payment says that a part was refunded, but not how much.
    refunds: 'full',

    async createCheckout({ paymentId, product, due, buyer, returnUrl, webhookUrl, embed, orderedAt }) {
      const renews = product.type === 'sub' ? { paymentMethod: { recurringProcessingModel: 'Subscription' } } : {};
      const { linkUrl, sessionID } = await post(
        '/interaction',
        {
          merchantOrderInfo: { merchantOrderID: paymentId, merchantOrderTime: timeText(orderedAt) },
          transAmount: { currency: due.currency, value: toMajor(due) },
          userInfo: { reference: buyer.accountId },
          validTime: 1440,
          returnUrl,
          webhook: webhookUrl,
          ...renews,
        },
        started,
      );
      if (!linkUrl) throw new ProviderRefused('Evonet returned no checkout URL.');
      if (!embed || !sessionID) return { ref: paymentId, action: { type: 'redirect', url: linkUrl } };
      return { ref: paymentId, action: { type: 'embed', provider: 'evonet', parameters: { sessionID, url: linkUrl } } };
    },

    /** `SignType: Key-based` does not authenticate the body: it only triggers a query. */
    async parseWebhook(body, given) {
      const isOurKey = isEqualConstantTime(given.get('authorization'), signKey);
      const isOurKeyId = isEqualConstantTime(given.get('keyid'), keyId);
      if (!isOurKey || !isOurKeyId) throw new WebhookRefused('Invalid sign key or key id.');
      const parsed = message.safeParse(parseJson(body));
      if (!parsed.success) throw new WebhookRefused('Not an Evonet message.');
      const { merchantOrderInfo, payment } = parsed.data;
      const id = merchantOrderInfo?.merchantOrderID ?? payment?.merchantTransInfo?.merchantTransID;
      const key = sha256(body);
      if (!id) return { key, subject: { kind: 'none' }, reply: 'SUCCESS' };
      return { key, subject: { kind: 'payment', paymentId: id.split('.')[0]!, checkoutRef: id }, reply: 'SUCCESS' };
    },

    async fetchStatus({ checkoutRef, isSubscription, product }) {
      const answer = await interaction(checkoutRef);
      const charge = chargeOf(answer);
      const value = answer.paymentMethod?.token?.value;
      if (!isSubscription || charge.status !== 'paid' || !value) return { charge };
      const periodStart = now();
      const periodEnd = addPeriods(periodStart, product.period ?? 'month', 1);
      const period = { startedAt: periodStart, periodStart, periodEnd };
      const subscription = { ref: checkoutRef, token: value, status: 'active' as const, ...period };
      return { charge, subscription: { ...subscription, cancelAtPeriodEnd: false, renewals: [] } };
    },

    async refund({ chargeRef }, amount, key) {
      const body = {
        merchantTransInfo: { merchantTransID: key, merchantTransTime: timeText(now()) },
        transAmount: { currency: amount.currency, value: toMajor(amount) },
      };
      await post(`/payment/${encodeURIComponent(chargeRef ?? '')}/refund`, body, z.object({ result }));
    },

    subscriptions: {
      renewedBy: 'site',
      cancelledBy: 'site',
      async charge({ attemptRef, token: value, due, webhookUrl, now: orderedAt }) {
        const body = {
          merchantTransInfo: { merchantTransID: attemptRef, merchantTransTime: timeText(orderedAt) },
          transAmount: { currency: due.currency, value: toMajor(due) },
          paymentMethod: { type: 'token', token: { value }, recurringProcessingModel: 'Subscription' },
          webhook: webhookUrl,
        };
        const { payment } = await post('/payment', body, z.object({ result, payment: paymentPart }));
        const amount = payment.transAmount;
        const paid = amount ? fromMajor(amount.value, amount.currency) : null;
        return { ref: attemptRef, status: states[payment.status] ?? 'pending', paid, refunded: 0 };
      },
    },
  };
}
