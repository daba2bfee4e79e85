import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod/v4';
import { signatureOf } from '#tests/support/providers/futurepay';
import { scratchFolder } from '#tests/support/scratch';
import { assertCompleteKeys, paymentSettings } from '#backend/config/payments';
import { configuredProviders } from './configured-providers';

async function configured(given: Record<string, string>) {
  const settings = z.object(paymentSettings).parse(given);
  assertCompleteKeys(settings);
  return configuredProviders(settings, () => new Date());
}

const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec' };

test('only configured providers are offered, with their enabled methods', async () => {
  expect(await configured({})).toEqual([]);
  const payssion = { PAYSSION_API_KEY: 'k', PAYSSION_SECRET_KEY: 's', PAYSSION_METHODS: 'trustly, skrill' };
  const providers = await configured({ ...stripe, ...payssion });
  expect(providers.map(({ name, methods }) => [name, methods.map(({ method }) => method)])).toEqual([
    ['stripe', ['stripe']],
    ['payssion', ['trustly', 'skrill']],
  ]);
});

test.each(['trustly, paysafecrd', 'stripe'])('unknown methods of Payssion are rejected: "%s"', async (names) => {
  const payssion = { PAYSSION_API_KEY: 'k', PAYSSION_SECRET_KEY: 's', PAYSSION_METHODS: names };
  await expect(configured(payssion)).rejects.toThrow(/PAYSSION_METHODS: .*Use .*paysafecard/);
});

test('incomplete provider keys are rejected, naming the missing ones', async () => {
  await expect(configured({ STRIPE_SECRET_KEY: 'sk' })).rejects.toThrow('STRIPE_WEBHOOK_SECRET: stripe needs it');
  await expect(configured({ EVONET_KEY_ID: 'k', EVONET_SIGN_KEY: 's' })).rejects.toThrow('EVONET_URL');
});

test('FuturePay stays disabled until its test vector verifies', async () => {
  const file = join(scratchFolder(), 'vector.json');
  const keys = { FUTUREPAY_MERCHANT_ID: 'm', FUTUREPAY_APP_ID: 'a', FUTUREPAY_KEY: 'fp-key' };
  const given = { ...keys, FUTUREPAY_URL: 'https://futurepay.test', FUTUREPAY_TEST_VECTOR: file };
  const { FUTUREPAY_TEST_VECTOR: _, ...without } = given;
  await expect(configured(without)).rejects.toThrow('FUTUREPAY_TEST_VECTOR: futurepay needs it');
  await expect(configured(given)).rejects.toThrow('cannot be read');
  const fields = { merchantOrderNo: '1', amount: 399, paymentMethod: { type: 'cards' } };
  const write = (signature: string) => writeFileSync(file, JSON.stringify({ fields, signature }));
  write('another');
  await expect(configured(given)).rejects.toThrow('FuturePay stays disabled');
  write(signatureOf(fields));
  expect((await configured(given)).map(({ name }) => name)).toEqual(['futurepay']);
});
