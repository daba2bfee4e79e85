import { expect, test } from 'vitest';
import type { CallName } from '#contract';
import { member, openBackend } from '#tests/support/backend';

const paymentsOf = async ({ db }: Awaited<ReturnType<typeof openBackend>>) =>
  (await db.selectFrom('payment').select('id').execute()).length;

test.each<[CallName, object, 'sub' | 'once']>([
  ['evonet_buy', { payment_mode: 'dropin' }, 'sub'],
  ['evonet_buy', { payment_mode: 'linkpay' }, 'once'],
  ['evonet_dropin', {}, 'sub'],
  ['futurepay_subscribe', {}, 'sub'],
  ['futurepay_buy', { payment_method: 'cards' }, 'once'],
  ['futurepay_buy', { payment_method: 'googlepay' }, 'once'],
  ['payssion_buy', { payment_method: 'skrill' }, 'once'],
  ['nowpayments_buy', {}, 'once'],
])('%s %j sells products of the type %s alone', async (name, input, type) => {
  const backend = await openBackend();
  const ada = await member(backend, { credits: 0 });
  const [fitting, other] = type === 'sub' ? ['light_month', 'pack_50'] : ['pack_50', 'light_month'];
  await expect(ada.call(name, { ...input, product_id: other })).rejects.toMatchObject({
    status: 409,
    error: 'conflict',
    message: expect.stringMatching(/^[A-Z].+\.$/),
  });
  expect(await paymentsOf(backend)).toBe(0);
  expect(await ada.call(name, { ...input, product_id: fitting })).toHaveProperty('payment_id');
});

test.each([
  'https://evil.example',
  'https://faceswap.test.evil.example',
  'https://faceswap.test:8443',
  'http://faceswap.test',
])('the foreign origin %s gets 422, and no payment is stored', async (user_origin) => {
  const backend = await openBackend();
  const ada = await member(backend);
  await expect(ada.call('stripe_buy', { product_id: 'pack_50', user_origin })).rejects.toMatchObject({
    status: 422,
    fields: { user_origin: expect.stringContaining('https://faceswap.test') },
  });
  expect(await paymentsOf(backend)).toBe(0);
});

test('an allowed origin may have a path; without an origin, the default is used', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const user_origin = 'https://faceswap.test/pricing';
  expect(await ada.call('stripe_buy', { product_id: 'pack_50', user_origin })).toHaveProperty('payment_id');
  expect(await ada.call('stripe_buy', { product_id: 'pack_50' })).toHaveProperty('payment_id');
});

test('a purchase on the .ai site returns to it', async () => {
  const backend = await openBackend();
  const origins = ['https://faceswap.test', 'https://faceswap.ai.test'];
  Object.assign(backend.deps.payments, { origins });
  const ada = await member(backend);
  const input = { product_id: 'pack_50', user_origin: origins[1]! };
  expect(await ada.call('stripe_buy', input)).toHaveProperty('payment_id');
});
