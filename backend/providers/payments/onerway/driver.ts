import { z } from 'zod/v4';
import { parseJson } from '#backend/providers/payments/parse-json';
import { requestJson } from '#backend/providers/payments/request-json';
import { ProviderRefused, WebhookRefused, type Charge, type PaymentProvider } from '#backend/providers/payments/port';
import { isEqualConstantTime } from '#backend/providers/payments/signature';
import { fromMajor, toMajor } from '#backend/providers/payments/units';
import { signNotification, signOnerway, type Fields } from './signature';

interface Options {
  merchantNo: string;
  appId: string;
  secret: string;
  url: string;
}

const accepted = '20000';
const text = z.union([z.string(), z.number()]).transform(String);
const started = z.object({
  respCode: text,
  respMsg: z.string().nullish(),
  data: z.object({ redirectUrl: z.string().nullish(), transactionId: text.nullish() }).nullish(),
});
const listed = z.object({
  respCode: text,
  data: z
    .object({
      content: z.array(
        z.object({
          merchantTxnId: text,
          transactionId: text,
          txnType: text,
          status: text,
          orderAmount: text,
          orderCurrency: z.string(),
        }),
      ),
    })
    .nullish(),
});
const notification = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

const states: Record<string, Charge['status']> = { S: 'paid', F: 'failed', P: 'pending', R: 'requires_action' };

const timeText = (moment: Date) => moment.toISOString().slice(0, 19).replace('T', ' ');

/** Packs only: refunds and cancellation are poorly documented. */
export function onerwayProvider({ merchantNo, appId, secret, url }: Options): PaymentProvider {
  async function call<T extends z.ZodType<{ respCode: string }>>(path: string, fields: Fields, schema: T) {
    const body = JSON.stringify({ ...fields, sign: signOnerway(fields, secret) });
    const answer = await requestJson(url + path, { headers: { 'content-type': 'application/json' }, body }, schema);
    if (answer.respCode !== accepted) throw new ProviderRefused(`Onerway answered ${answer.respCode}.`);
    return answer;
  }

  return {
    name: 'onerway',
    methods: [{ method: 'onerway', types: ['once'] }],
    refunds: 'by hand',

    async createCheckout({ paymentId, product, due, buyer, returnUrl, webhookUrl, orderedAt }) {
      const info = JSON.stringify({ country: 'US', email: buyer.email });
      const line = { name: product.name, price: toMajor(due), num: '1', currency: due.currency };
      const txnOrderMsg = JSON.stringify({ returnUrl, notifyUrl: webhookUrl, appId, products: JSON.stringify([line]) });
      const { data } = await call(
        '/txn/payment',
        {
          merchantNo,
          merchantTxnId: paymentId,
          merchantTxnTime: timeText(orderedAt),
          merchantCustId: buyer.accountId,
          orderAmount: toMajor(due),
          orderCurrency: due.currency,
          productType: 'ALL',
          subProductType: 'DIRECT',
          txnType: 'SALE',
          txnOrderMsg,
          billingInformation: info,
          shippingInformation: info,
        },
        started,
      );
      if (!data?.redirectUrl) throw new ProviderRefused('Onerway returned no checkout URL.');
      return { ref: data.transactionId ?? paymentId, action: { type: 'redirect', url: data.redirectUrl } };
    },

    async parseWebhook(body) {
      const parsed = notification.safeParse(parseJson(body));
      const fields = parsed.data ?? {};
      if (!parsed.success || !isEqualConstantTime(String(fields.sign ?? ''), signNotification(fields, secret))) {
        throw new WebhookRefused('Invalid Onerway signature.');
      }
      const { transactionId, merchantTxnId, status } = fields;
      return {
        key: `${transactionId}:${status}`,
        subject: { kind: 'payment', paymentId: String(merchantTxnId) },
        reply: String(transactionId),
      };
    },

    async fetchStatus({ paymentId }) {
      const question = { merchantNo, merchantTxnIds: paymentId, current: '1', size: '10' };
      const { data } = await call('/v1/txn/list', question, listed);
      const sales = (data?.content ?? []).filter((one) => one.merchantTxnId === paymentId && one.txnType === 'SALE');
      const told = sales.find(({ status }) => status === 'S') ?? sales.at(-1);
      if (!told) return { charge: { ref: null, status: 'created', paid: null, refunded: 0 } };
      const paid = fromMajor(told.orderAmount, told.orderCurrency);
      return { charge: { ref: told.transactionId, status: states[told.status] ?? 'pending', paid, refunded: 0 } };
    },

    async refund() {
      throw new ProviderRefused('Onerway has no refund call: refund in its dashboard.');
    },
  };
}
