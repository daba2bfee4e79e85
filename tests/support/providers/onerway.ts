import { createHash } from 'node:crypto';
import { onerwayProvider } from '#backend/providers/payments/onerway/driver';
import { startEmulator } from './emulator';
import type { Decision, ProviderSubject } from '#tests/support/conformance/payment-subject';

const sign = (values: string[]) =>
  createHash('sha256')
    .update(`${values.join('')}ow-secret`)
    .digest('hex');

const signOf = (fields: Record<string, string>) =>
  sign(
    Object.keys(fields)
      .filter((name) => name !== 'sign')
      .sort()
      .map((name) => fields[name]!)
      .filter(Boolean),
  );

const statuses: Record<Decision, string> = {
  paid: 'S',
  failed: 'F',
  expired: 'F',
  refunded: 'S',
  'wrong amount': 'S',
  'wrong currency': 'S',
};

export async function onerway(): Promise<ProviderSubject> {
  const sales = new Map<string, Record<string, string>>();
  const emulator = await startEmulator(({ path, body }) => {
    const fields = JSON.parse(body) as Record<string, string>;
    if (fields.merchantNo !== 'ow-merchant' || fields.sign !== signOf(fields)) return { body: { respCode: '40013' } };
    if (path === '/txn/payment') {
      const { merchantTxnId = '', orderAmount = '', orderCurrency = '', txnOrderMsg = '{}' } = fields;
      if (!(JSON.parse(txnOrderMsg) as { notifyUrl?: string }).notifyUrl) return { body: { respCode: '40001' } };
      const transactionId = String(1_900_000 + sales.size);
      sales.set(merchantTxnId, {
        merchantTxnId,
        transactionId,
        orderAmount,
        orderCurrency,
        txnType: 'SALE',
        status: 'U',
      });
      return {
        body: { respCode: '20000', data: { redirectUrl: `${emulator.url}/page/${transactionId}`, transactionId } },
      };
    }
    const found = sales.get(fields.merchantTxnIds ?? '');
    return { body: { respCode: '20000', data: { content: found ? [found] : [] } } };
  });
  const open = (merchantNo: string) =>
    onerwayProvider({ merchantNo, appId: 'ow-app', secret: 'ow-secret', url: emulator.url });
  return {
    provider: open('ow-merchant'),
    withWrongKeys: open('another'),
    emulator,
    can: {},
    verifiesWebhooks: true,
    requestedAmount(paymentId) {
      const sale = sales.get(paymentId);
      return sale && { amount: Math.round(Number(sale.orderAmount) * 100), currency: sale.orderCurrency! };
    },
    decide(paymentId, decision) {
      const sale = sales.get(paymentId)!;
      sale.status = statuses[decision];
      if (decision === 'wrong amount') sale.orderAmount = '0.01';
      if (decision === 'wrong currency') sale.orderCurrency = 'EUR';
    },
    webhook(paymentId) {
      const { transactionId, merchantTxnId, status, orderAmount, orderCurrency } = sales.get(paymentId)!;
      const fields = {
        merchantNo: 'ow-merchant',
        merchantTxnId: merchantTxnId!,
        newField: 'counts',
        notifyType: 'TXN',
        orderAmount: orderAmount!,
        orderCurrency: orderCurrency!,
        status: status!,
        transactionId: transactionId!,
      };
      return {
        body: JSON.stringify({ ...fields, paymentMethod: 'VISA', originTransactionId: '', sign: signOf(fields) }),
        headers: {},
      };
    },
  };
}
