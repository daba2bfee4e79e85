import { createHash } from 'node:crypto';
import { defaultProducts } from '#backend/domain/payments/catalogue';
import { futurepayProvider } from '#backend/providers/payments/futurepay/driver';
import { no, startEmulator } from './emulator';
import type { Decision, ProviderSubject } from '#tests/support/conformance/payment-subject';

const statuses: Record<Decision, string> = {
  paid: 'SUCCESS',
  failed: 'FAILED',
  expired: 'EXPIRED',
  refunded: 'SUCCESS',
  'wrong amount': 'SUCCESS',
  'wrong currency': 'SUCCESS',
};

/** The driver's interpretation, not a real test vector. */
export function signatureOf(fields: Record<string, unknown>): string {
  const parts = Object.keys(fields)
    .filter((name) => name !== 'lineItems' && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${typeof fields[name] === 'object' ? JSON.stringify(fields[name]) : String(fields[name])}`);
  return createHash('sha256')
    .update(`${parts.join('&')}fp-key`)
    .digest('hex');
}

function priceOf(productsId: string): { value: number; currency: string } {
  const product = defaultProducts.find(({ product_id }) => product_id === productsId.replace(/_first$/, ''))!;
  const { amount, currency } = productsId.endsWith('_first') ? product.first_price! : product.price;
  return { value: amount, currency };
}

export async function futurepay(now: () => Date = () => new Date()): Promise<ProviderSubject> {
  const orders = new Map<string, { amount: number; currency: string; status: string; orderNo: string }>();
  const emulator = await startEmulator(({ path, headers, body }) => {
    const fields = JSON.parse(body) as Record<string, unknown> & {
      reference?: string;
      referenceId?: string;
      productsId?: string;
      amount?: { currency: string; value: number };
    };
    if (headers.authorization !== signatureOf(fields) || headers.merchantid !== 'fp-merchant') return no(401);
    if (headers.appid !== 'fp-app' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(headers.curtime))) return no(400);
    const id = (fields.reference ?? fields.referenceId)!;
    if (path === '/payin/order' || path === '/auto/subscription') {
      const { value: amount, currency } = fields.amount ?? priceOf(fields.productsId ?? '');
      orders.set(id, {
        amount,
        currency,
        status: 'CREATED',
        orderNo: `F${orders.size + 1}`,
      });
      return { body: { code: 200, data: { payUrl: `${emulator.url}/page/${id}`, sessionId: `session-${id}` } } };
    }
    const isDecided = orders.has(id) && orders.get(id)!.status !== 'CREATED';
    return { body: { code: 200, ...(isDecided ? { data: orders.get(id) } : {}) } };
  });
  const open = (merchantId: string) =>
    futurepayProvider({ merchantId, appId: 'fp-app', key: 'fp-key', url: emulator.url, now });
  return {
    provider: open('fp-merchant'),
    withWrongKeys: open('another'),
    emulator,
    can: { expired: true },
    verifiesWebhooks: true,
    requestedAmount: (paymentId) =>
      orders.get(paymentId) && { amount: orders.get(paymentId)!.amount, currency: orders.get(paymentId)!.currency },
    decide(paymentId, decision) {
      const order = orders.get(paymentId)!;
      order.status = statuses[decision];
      if (decision === 'wrong amount') order.amount = 1;
      if (decision === 'wrong currency') order.currency = 'EUR';
    },
    webhook(paymentId) {
      const fields = { reference: paymentId, status: orders.get(paymentId)?.status ?? '' };
      const headers = {
        authorization: signatureOf(fields),
        merchantid: 'fp-merchant',
        appid: 'fp-app',
        curtime: String(now().getTime()),
      };
      return { body: JSON.stringify(fields), headers };
    },
  };
}
