import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { WebhookRefused, type PaymentProvider } from '#backend/providers/payments/port';
import { sandboxProvider } from '#backend/providers/payments/sandbox/driver';
import { scratchFolder } from '#tests/support/scratch';
import { evonet } from '#tests/support/providers/evonet';
import { futurepay } from '#tests/support/providers/futurepay';
import { nowpayments } from '#tests/support/providers/nowpayments';
import { onerway } from '#tests/support/providers/onerway';
import { payssion } from '#tests/support/providers/payssion';
import { paypal } from '#tests/support/providers/paypal';
import { stripe } from '#tests/support/providers/stripe';
import { paymentConformance } from '#tests/support/conformance/payments';

const providers = { stripe, paypal, nowpayments, payssion, onerway, evonet, futurepay };

for (const [name, open] of Object.entries(providers)) paymentConformance(name, () => open());

const now = new Date('2026-11-21T10:00:00Z');

const read = (provider: PaymentProvider, body: string, headers: Record<string, string>) =>
  provider.parseWebhook(body, new Headers(headers), now);

test('nowpayments: a genuine message without an order is about no payment, one without a status is refused', async () => {
  const { provider } = await nowpayments();
  const readSigned = (content: object) => {
    const body = JSON.stringify(content);
    return read(provider, body, { 'x-nowpayments-sig': createHmac('sha512', 'np-ipn').update(body).digest('hex') });
  };
  const withoutOrder = { order_id: null, payment_id: 5001, payment_status: 'finished' };
  expect(await readSigned(withoutOrder)).toEqual({ key: '5001:finished', subject: { kind: 'none' } });
  await expect(readSigned({ order_id: 'a', payment_id: 5001 })).rejects.toThrow(WebhookRefused);
});

test.each(['{}', 'not json'])('sandbox: a signed %s is refused', async (body) => {
  const options = { folder: scratchFolder(), secret: 'a secret', checkoutUrl: 'https://faceswap.test/dev/pay' };
  const signature = createHmac('sha256', options.secret).update(`${now.getTime()}.${body}`).digest('hex');
  const headers = { 'x-sandbox-signature': `t=${now.getTime()},v1=${signature}` };
  await expect(read(sandboxProvider({ ...options, now: () => now }), body, headers)).rejects.toThrow(WebhookRefused);
});
