import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Product } from '#contract';
import {
  ProviderRefused,
  ProviderUnavailable,
  WebhookRefused,
  type CheckoutOrder,
  type PaymentRef,
} from '#backend/providers/payments/port';
import { renewalDecisions, type Decision, type ProviderSubject } from './payment-subject';

const pack: Product = {
  product_id: 'pack_50',
  type: 'once',
  name: 'Handful',
  description: '50 credits, once',
  price: { amount: 399, currency: 'USD' },
  first_price: null,
  period: null,
  credits: 50,
  features: [],
  highlighted: false,
};

function orderFor({ provider }: ProviderSubject): CheckoutOrder {
  const { method } = provider.methods[0]!;
  return {
    paymentId: randomUUID(),
    method,
    product: pack,
    due: pack.price,
    buyer: { accountId: randomUUID(), email: 'ada@example.com' },
    returnUrl: 'https://faceswap.test/payment-success',
    cancelUrl: 'https://faceswap.test/payment-failed',
    webhookUrl: 'https://faceswap.test/api/webhook/x',
    embed: false,
    orderedAt: new Date(),
  };
}

export function paymentConformance(name: string, open: () => Promise<ProviderSubject>): void {
  async function begun() {
    const subject = await open();
    const order = orderFor(subject);
    const started = await subject.provider.createCheckout(order);
    const ref: PaymentRef = {
      paymentId: order.paymentId,
      checkoutRef: started.ref,
      chargeRef: null,
      isSubscription: false,
      purchasedAt: order.orderedAt,
      method: order.method,
      expected: order.due,
      product: order.product,
    };
    const status = async () => {
      const { body, headers } = subject.webhook(order.paymentId);
      const { subject: about } = await subject.provider.parseWebhook(body, new Headers(headers), new Date());
      const eventChargeRef = about.kind === 'payment' ? about.chargeRef : undefined;
      return subject.provider.fetchStatus({ ...ref, eventChargeRef });
    };
    return { ...subject, order, started, ref, status };
  }

  test(`${name}: a checkout redirects the buyer and requests the exact amount`, async () => {
    const { started, emulator, requestedAmount, order, provider, ref } = await begun();
    expect(started.action).toEqual({ type: 'redirect', url: expect.stringContaining(`${emulator.url}/page/`) });
    expect(requestedAmount(order.paymentId)).toEqual({ amount: 399, currency: 'USD' });
    expect(['created', 'pending']).toContain((await provider.fetchStatus(ref)).charge.status);
  });

  test(`${name}: paid, failed and refunded map to our statuses`, async () => {
    for (const decision of ['paid', 'failed', 'expired', 'refunded'] as const) {
      const { can, decide, order, status } = await begun();
      if ((decision === 'expired' || decision === 'refunded') && !can[decision]) continue;
      decide(order.paymentId, decision);
      const { charge } = await status();
      expect(charge.status, decision).toBe(decision);
      if (decision === 'paid') expect(charge).toMatchObject({ paid: { amount: 399, currency: 'USD' }, refunded: 0 });
    }
  });

  test(`${name}: ordered refunds are reported with their amount`, async () => {
    const { provider, decide, order, ref, status } = await begun();
    if (provider.refunds === 'by hand') return;
    decide(order.paymentId, 'paid');
    const { ref: chargeRef } = (await status()).charge;
    let refunded = 0;
    for (const amount of provider.refunds === 'partial' ? [100, 50, 249] : [399]) {
      await provider.refund({ ...ref, chargeRef }, { amount, currency: 'USD' }, `refund-${refunded}`);
      refunded += amount;
      const expected = { ref: chargeRef, status: refunded < 399 ? 'partially_refunded' : 'refunded', refunded };
      expect((await status()).charge).toMatchObject(expected);
    }
  });

  test(`${name}: a charged renewal maps to our statuses, in the answer and when looked up`, async () => {
    for (const decision of renewalDecisions) {
      const { provider, ref, order, decideRenewals } = await begun();
      if (!provider.subscriptions?.charge) return;
      decideRenewals!(decision);
      const attemptRef = `${order.paymentId}.0`;
      const { due, product, webhookUrl, orderedAt } = order;
      const renewal = { attemptRef, token: 'ev-token', due, product, webhookUrl, now: orderedAt };
      const charge = await provider.subscriptions.charge(renewal);
      expect(charge, decision).toMatchObject({ ref: attemptRef, status: decision, refunded: 0 });
      expect((await provider.fetchStatus({ ...ref, checkoutRef: attemptRef })).charge, decision).toEqual(charge);
    }
  });

  test(`${name}: a wrong amount or currency is reported unchanged`, async () => {
    for (const decision of ['wrong amount', 'wrong currency'] satisfies Decision[]) {
      const { decide, order, status } = await begun();
      decide(order.paymentId, decision);
      expect((await status()).charge.paid, decision).not.toEqual({ amount: 399, currency: 'USD' });
    }
  });

  test(`${name}: a webhook identifies its payment, with the same key on redelivery`, async () => {
    const { provider, webhook, decide, order } = await begun();
    decide(order.paymentId, 'paid');
    const { body, headers } = webhook(order.paymentId);
    const read = () => provider.parseWebhook(body, new Headers(headers), new Date());
    const [first, second] = [await read(), await read()];
    expect(first.subject).toMatchObject({ kind: 'payment', paymentId: order.paymentId });
    expect(second.key).toBe(first.key);
  });

  test(`${name}: invalid webhooks are rejected, and modified ones if signed`, async () => {
    const { provider, webhook, decide, order, verifiesWebhooks } = await begun();
    decide(order.paymentId, 'failed');
    const { body, headers } = webhook(order.paymentId);
    const read = (text: string, given: Record<string, string>) =>
      provider.parseWebhook(text, new Headers(given), new Date());
    await expect(read('{}', headers)).rejects.toThrow(WebhookRefused);
    await expect(read('not json', {})).rejects.toThrow(WebhookRefused);
    if (!verifiesWebhooks) return;
    if (verifiesWebhooks === 'sender') return expect(read(body, {})).rejects.toThrow(WebhookRefused);
    await expect(read(body.replace(order.paymentId, randomUUID()), headers)).rejects.toThrow(WebhookRefused);
    if (Object.keys(headers).length > 1 || 'stripe-signature' in headers || 'x-nowpayments-sig' in headers) {
      await expect(read(body, {})).rejects.toThrow(WebhookRefused);
    }
  });

  test(`${name}: unavailable and refused are different errors`, async () => {
    const { provider, withWrongKeys, emulator, ref, order } = await begun();
    emulator.failNext(2);
    await expect(provider.fetchStatus({ ...ref, chargeRef: '1' })).rejects.toThrow(ProviderUnavailable);
    await expect(provider.createCheckout({ ...order, paymentId: randomUUID() })).rejects.toThrow(ProviderUnavailable);
    await expect(withWrongKeys.createCheckout(orderFor({ provider } as ProviderSubject))).rejects.toThrow(
      ProviderRefused,
    );
  });
}
