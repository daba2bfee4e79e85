import { createHash } from 'node:crypto';
import { payssionProvider } from '#backend/providers/payments/payssion/driver';
import { startEmulator } from './emulator';
import type { Decision, ProviderSubject } from '#tests/support/conformance/payment-subject';

const md5 = (...parts: (string | null)[]) => createHash('md5').update(parts.join('|')).digest('hex');

const states: Record<Decision, string> = {
  paid: 'completed',
  failed: 'failed',
  expired: 'expired',
  refunded: 'refunded',
  'wrong amount': 'completed',
  'wrong currency': 'completed',
};

export async function payssion(): Promise<ProviderSubject> {
  const orders = new Map<
    string,
    Record<'transaction_id' | 'order_id' | 'pm_id' | 'amount' | 'currency' | 'state', string>
  >();
  const emulator = await startEmulator(({ path, body }) => {
    const form = new URLSearchParams(body);
    const field = (name: string) => form.get(name) ?? '';
    const [key, secret] = ['ps-key', 'ps-secret'];
    if (field('api_key') !== key) return { body: { result_code: 401, transaction: {} } };
    const [pm_id, amount, currency, order_id] = ['pm_id', 'amount', 'currency', 'order_id'].map(field) as [
      string,
      string,
      string,
      string,
    ];
    if (path === '/api/v1/payment/create') {
      if (field('api_sig') !== md5(key, pm_id, amount, currency, order_id, secret))
        return { body: { result_code: 402, transaction: {} } };
      const transaction_id = `T${orders.size + 1}`;
      orders.set(order_id, { transaction_id, order_id, pm_id, amount, currency, state: 'pending' });
      return {
        body: {
          result_code: 200,
          redirect_url: `${emulator.url}/page/${transaction_id}`,
          transaction: { transaction_id },
        },
      };
    }
    const transaction = [...orders.values()].find((order) => order.transaction_id === field('transaction_id'));
    if (!transaction) return { body: { result_code: 412 } };
    if (path === '/api/v1/payment/details') {
      const isSigned = field('api_sig') === md5(key, transaction.transaction_id, order_id, secret);
      return { body: isSigned ? { result_code: 200, transaction } : { result_code: 402 } };
    }
    const isSigned = field('api_sig') === md5(key, transaction.transaction_id, amount, currency, secret);
    if (isSigned) transaction.state = 'refunded';
    return { body: { result_code: isSigned ? 200 : 402 } };
  });
  const open = (apiKey: string) =>
    payssionProvider({
      apiKey,
      secretKey: 'ps-secret',
      url: emulator.url,
      methods: ['skrill', 'trustly', 'afterpay_us', 'paysafecard'],
    });
  return {
    provider: open('ps-key'),
    withWrongKeys: open('another'),
    emulator,
    can: { refunded: true, expired: true },
    verifiesWebhooks: true,
    requestedAmount(paymentId) {
      const order = orders.get(paymentId);
      return order && { amount: Math.round(Number(order.amount) * 100), currency: order.currency };
    },
    decide(paymentId, decision) {
      const order = orders.get(paymentId)!;
      order.state = states[decision];
      if (decision === 'wrong amount') order.amount = '0.01';
      if (decision === 'wrong currency') order.currency = 'EUR';
    },
    webhook(paymentId) {
      const { pm_id, amount, currency, order_id, state, transaction_id } = orders.get(paymentId)!;
      const notify_sig = md5('ps-key', pm_id, amount, currency, order_id, state, 'ps-secret');
      const body = new URLSearchParams({
        pm_id,
        amount,
        currency,
        order_id,
        state,
        transaction_id,
        notify_sig,
      }).toString();
      return { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    },
  };
}
