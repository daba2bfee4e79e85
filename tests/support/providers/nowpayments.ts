import { createHmac } from 'node:crypto';
import { nowpaymentsProvider } from '#backend/providers/payments/nowpayments/driver';
import { no, startEmulator } from './emulator';
import type { Decision, ProviderSubject } from '#tests/support/conformance/payment-subject';

interface Invoice {
  order_id: string;
  price_amount: number;
  price_currency: string;
  status: string;
  number: number;
}

const statuses: Record<Decision, string> = {
  paid: 'finished',
  failed: 'failed',
  expired: 'expired',
  refunded: 'refunded',
  'wrong amount': 'finished',
  'wrong currency': 'finished',
};

export async function nowpayments(): Promise<ProviderSubject> {
  const invoices = new Map<string, Invoice>();
  const emulator = await startEmulator(({ method, path, headers, body }) => {
    if (headers['x-api-key'] !== 'np-key') return no(401);
    if (method === 'POST' && path === '/v1/invoice') {
      const asked = JSON.parse(body) as Invoice & { ipn_callback_url: string };
      if (!asked.ipn_callback_url || typeof asked.price_amount !== 'number') return no(400);
      const number = 5_000_000 + invoices.size;
      invoices.set(asked.order_id, { ...asked, status: 'waiting', number });
      return { body: { id: String(number), invoice_url: `${emulator.url}/page/${number}` } };
    }
    const id = /^\/v1\/payment\/(\d+)$/.exec(path)?.[1];
    const found = [...invoices.values()].find((invoice) => String(invoice.number + 1000) === id);
    return found ? { body: paymentOf(found) } : no(404);
  });
  const paymentOf = ({ number, status, order_id, price_amount, price_currency }: Invoice) => ({
    payment_id: number + 1000,
    payment_status: status,
    order_id,
    price_amount,
    price_currency,
    fee: { currency: 'btc', depositFee: 0 },
  });
  const open = (apiKey: string) => nowpaymentsProvider({ apiKey, ipnSecret: 'np-ipn', url: emulator.url });
  return {
    provider: open('np-key'),
    withWrongKeys: open('another'),
    emulator,
    can: { refunded: true, expired: true },
    verifiesWebhooks: true,
    requestedAmount(paymentId) {
      const invoice = invoices.get(paymentId);
      return (
        invoice && { amount: Math.round(invoice.price_amount * 100), currency: invoice.price_currency.toUpperCase() }
      );
    },
    decide(paymentId, decision) {
      const invoice = invoices.get(paymentId)!;
      invoice.status = statuses[decision];
      if (decision === 'wrong amount') invoice.price_amount = 0.01;
      if (decision === 'wrong currency') invoice.price_currency = 'eur';
    },
    webhook(paymentId) {
      // Independent of the driver's code.
      const { fee, order_id, payment_id, payment_status, price_amount, price_currency } = paymentOf(
        invoices.get(paymentId)!,
      );
      const signed = JSON.stringify({
        fee: { currency: fee.currency, depositFee: fee.depositFee },
        order_id,
        payment_id,
        payment_status,
        price_amount,
        price_currency,
      });
      const signature = createHmac('sha512', 'np-ipn').update(signed).digest('hex');
      const body = JSON.stringify({
        price_currency,
        payment_id,
        payment_status,
        order_id,
        price_amount,
        fee: { depositFee: fee.depositFee, currency: fee.currency },
      });
      return { body, headers: { 'x-nowpayments-sig': signature } };
    },
  };
}
