import { z } from 'zod/v4';
import { paymentMethods, type MethodName } from '#contract';
import { requestJson } from '#backend/providers/payments/request-json';
import {
  ProviderRefused,
  ProviderUnavailable,
  WebhookRefused,
  type Charge,
  type PaymentProvider,
} from '#backend/providers/payments/port';
import { isEqualConstantTime, md5 } from '#backend/providers/payments/signature';
import { fromMajor, toMajor } from '#backend/providers/payments/units';

interface Options {
  apiKey: string;
  secretKey: string;
  /** Each name is its `pm_id`. */
  methods: readonly MethodName[];
  url: string;
}

const resultCode = z.coerce.number();
const transaction = z.object({
  transaction_id: z.string(),
  order_id: z.string(),
  amount: z.coerce.string(),
  currency: z.string(),
  state: z.string(),
});
const started = z.object({
  result_code: resultCode,
  redirect_url: z.string().optional(),
  transaction: transaction.partial(),
});
const details = z.object({ result_code: resultCode, transaction: transaction.optional() });
const refunded = z.object({ result_code: resultCode });

const states: Record<string, Charge['status']> = {
  completed: 'paid',
  paid_partial: 'partially_paid',
  pending: 'pending',
  failed: 'failed',
  error: 'failed',
  expired: 'expired',
  cancelled: 'cancelled',
  cancelled_by_user: 'cancelled',
  rejected_by_bank: 'failed',
  refunded: 'refunded',
  chargeback: 'disputed',
};

/** Packs only; MD5 signatures. */
export function payssionProvider({ apiKey, secretKey, methods, url }: Options): PaymentProvider {
  const sign = (...parts: string[]) => md5([apiKey, ...parts, secretKey].join('|'));

  async function call<T extends z.ZodType<{ result_code: number }>>(path: string, fields: object, schema: T) {
    const body = new URLSearchParams({ api_key: apiKey, ...fields }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await requestJson(`${url}/api/v1/${path}`, { headers, body }, schema);
    const { result_code } = answer;
    if (result_code >= 500) throw new ProviderUnavailable(`Payssion answered ${result_code}.`);
    if (result_code !== 200) throw new ProviderRefused(`Payssion answered ${result_code}.`);
    return answer;
  }

  return {
    name: 'payssion',
    methods: methods
      .filter((method) => paymentMethods[method].provider === 'payssion')
      .map((method) => ({ method, types: ['once'] })),
    refunds: 'full',

    async createCheckout({ paymentId, method, product, due, buyer, returnUrl, webhookUrl }) {
      const amount = toMajor(due); // the signature covers this exact text
      const answer = await call(
        'payment/create',
        {
          pm_id: method,
          amount,
          currency: due.currency,
          order_id: paymentId,
          description: `${product.name}: ${product.description}`,
          payer_email: buyer.email,
          return_url: returnUrl,
          notify_url: webhookUrl,
          api_sig: sign(method, amount, due.currency, paymentId),
        },
        started,
      );
      const { redirect_url, transaction: begun } = answer;
      if (!redirect_url || !begun.transaction_id) throw new ProviderRefused('Payssion returned no checkout URL.');
      return { ref: begun.transaction_id, action: { type: 'redirect', url: redirect_url } };
    },

    async parseWebhook(body) {
      const field = new URLSearchParams(body);
      const part = (name: string) => field.get(name) ?? '';
      const parts = ['pm_id', 'amount', 'currency', 'order_id', 'state'].map(part);
      if (!isEqualConstantTime(field.get('notify_sig'), sign(...parts)))
        throw new WebhookRefused('Invalid Payssion signature.');
      const [paymentId, checkoutRef] = [part('order_id'), part('transaction_id')];
      return { key: `${checkoutRef}:${part('state')}`, subject: { kind: 'payment', paymentId } };
    },

    async fetchStatus({ paymentId, checkoutRef }) {
      const fields = { transaction_id: checkoutRef, order_id: paymentId, api_sig: sign(checkoutRef, paymentId) };
      const { transaction: told } = await call('payment/details', fields, details);
      if (!told || told.order_id !== paymentId) throw new ProviderRefused('Payssion has no such payment.');
      const paid = fromMajor(told.amount, told.currency);
      const status = states[told.state] ?? 'pending';
      const charge = { ref: told.transaction_id, status, paid, refunded: status === 'refunded' ? paid.amount : 0 };
      return { charge };
    },

    async refund({ checkoutRef }, due) {
      const amount = toMajor(due);
      const api_sig = sign(checkoutRef, amount, due.currency);
      await call('refunds', { transaction_id: checkoutRef, amount, currency: due.currency, api_sig }, refunded);
    },
  };
}
