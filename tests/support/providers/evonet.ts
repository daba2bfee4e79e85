import { evonetProvider } from '#backend/providers/payments/evonet/driver';
import { no, startEmulator } from './emulator';
import type { Decision, ProviderSubject, RenewalDecision } from '#tests/support/conformance/payment-subject';

const statuses: Record<Decision, string> = {
  paid: 'Captured',
  failed: 'Failed',
  expired: 'Expired',
  refunded: 'Refunded',
  'wrong amount': 'Captured',
  'wrong currency': 'Captured',
};

const renewalStatuses: Record<RenewalDecision, string> = {
  paid: 'Captured',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  pending: 'Pending',
};

interface Charge {
  transAmount: { currency: string; value: string };
  /** Reported as a status, without the amount. */
  back?: number;
}

interface Order extends Charge {
  isSubscription: boolean;
  status: string | undefined;
}

interface Renewal extends Charge {
  status: string;
}

export interface EvonetSubject extends ProviderSubject {
  /** Evonet's status of the next renewals; null: the token is refused. */
  card: { status: string | null };
  renewals: Map<string, Renewal>;
}

export async function evonet(now: () => Date = () => new Date()): Promise<EvonetSubject> {
  const orders = new Map<string, Order>();
  const renewals = new Map<string, Renewal>();
  const card: EvonetSubject['card'] = { status: 'Captured' };
  const result = { code: 'S0000', message: 'Success' };
  const emulator = await startEmulator(({ method, path, headers, body }) => {
    const { authorization, keyid, signtype, datetime } = headers;
    if (authorization !== 'ev-sign' || keyid !== 'ev-key' || signtype !== 'Key-based' || !datetime) return no(401);
    const given = body ? JSON.parse(body) : {};
    if (method === 'POST' && path === '/interaction') {
      const id: string = given.merchantOrderInfo.merchantOrderID;
      const isSubscription = given.paymentMethod?.recurringProcessingModel === 'Subscription';
      orders.set(id, { transAmount: given.transAmount, isSubscription, status: undefined });
      return { body: { result, linkUrl: `${emulator.url}/page/${id}`, sessionID: `session-${id}` } };
    }
    if (method === 'POST' && path === '/payment') {
      const id: string = given.merchantTransInfo.merchantTransID;
      if (given.paymentMethod.token.value !== 'ev-token' || card.status === null) return no(400);
      if (!renewals.has(id)) renewals.set(id, { status: card.status, transAmount: given.transAmount });
      return { body: { result, payment: paymentOf(id, renewals.get(id)!) } };
    }
    const id = path.split('/')[2]!;
    const renewal = renewals.get(id);
    if (method === 'POST') return refund(orders.get(id) ?? renewal, given);
    if (renewal) return { body: { result, payment: paymentOf(id, renewal) } };
    const order = orders.get(id);
    if (!order) return { body: { result } };
    const { status, transAmount, isSubscription } = order;
    const token = isSubscription && status === 'Captured' ? { paymentMethod: { token: { value: 'ev-token' } } } : {};
    const payment = status ? { payment: paymentOf(id, { status, transAmount }) } : {};
    return { body: { result, merchantOrderInfo: { merchantOrderID: id }, transAmount, ...payment, ...token } };
  });
  function refund(charge: Order | Renewal | undefined, { transAmount }: Charge) {
    if (!charge) return no(404);
    const [amount, back] = [Number(charge.transAmount.value), (charge.back ?? 0) + Number(transAmount.value)];
    if (back > amount) return no(400);
    Object.assign(charge, { back, status: back < amount ? 'Partially Refunded' : 'Refunded' });
    return { body: { result } };
  }
  const paymentOf = (id: string, { status, transAmount }: Renewal) => ({
    status,
    merchantTransInfo: { merchantTransID: id },
    transAmount,
  });
  const open = (signKey: string) => evonetProvider({ keyId: 'ev-key', signKey, url: emulator.url, now });
  return {
    provider: open('ev-sign'),
    withWrongKeys: open('another'),
    emulator,
    card,
    renewals,
    can: { refunded: true, expired: true },
    verifiesWebhooks: 'sender',
    requestedAmount(paymentId) {
      const amount = orders.get(paymentId)?.transAmount;
      return amount && { amount: Math.round(Number(amount.value) * 100), currency: amount.currency };
    },
    decide(paymentId, decision) {
      const order = orders.get(paymentId)!;
      order.status = statuses[decision];
      if (decision === 'wrong amount') order.transAmount = { ...order.transAmount, value: '0.01' };
      if (decision === 'wrong currency') order.transAmount = { ...order.transAmount, currency: 'EUR' };
    },
    decideRenewals(decision) {
      card.status = renewalStatuses[decision];
    },
    webhook(paymentId) {
      const status = orders.get(paymentId)?.status;
      const told = {
        eventCode: 'LinkPay',
        merchantOrderInfo: { merchantOrderID: paymentId, status: status === 'Captured' ? 'Paid' : status },
        transactionInfo: { status },
        result: status === 'Failed' ? { code: 'B0001', category: 'Declined' } : result,
      };
      const headers = { authorization: 'ev-sign', keyid: 'ev-key', signtype: 'Key-based' };
      return { body: JSON.stringify(told), headers };
    },
  };
}
