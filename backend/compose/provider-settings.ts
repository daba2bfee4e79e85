import { readFileSync } from 'node:fs';
import { z } from 'zod/v4';
import { isMethodName, methodNames, paymentMethods, type MethodName } from '#contract';
import { invalidSettings } from '#backend/config/read';
import { signFuturepay } from '#backend/providers/payments/futurepay/signature';

const isOfPayssion = (name: string): name is MethodName =>
  isMethodName(name) && paymentMethods[name].provider === 'payssion';

/** @throws ConfigurationError if one is unknown */
export function payssionMethods(list: string): MethodName[] {
  const names = list.split(',').flatMap((name) => name.trim() || []);
  const unknown = names.filter((name) => !isOfPayssion(name));
  if (unknown.length === 0) return names.filter(isOfPayssion);
  const known = methodNames.filter(isOfPayssion);
  throw invalidSettings(
    [`PAYSSION_METHODS: ${unknown.join(', ')} is unknown. Use ${known.join(', ')}.`],
    'docs/payments.md',
  );
}

const vector = z.object({ fields: z.record(z.string(), z.unknown()), signature: z.string() });

interface VectorSettings {
  FUTUREPAY_TEST_VECTOR?: string | undefined;
  FUTUREPAY_KEY?: string | undefined;
}

/** FuturePay's signature is not fully documented. @throws ConfigurationError */
export function assertTestVector({ FUTUREPAY_TEST_VECTOR: file, FUTUREPAY_KEY: key }: VectorSettings): void {
  if (!file || !key) return;
  const refuse = (why: string) => invalidSettings([`FUTUREPAY_TEST_VECTOR: ${file} ${why}`], 'docs/payments.md');
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw refuse(`cannot be read: ${(cause as Error).message}.`);
  }
  const { success, data } = vector.safeParse(given);
  if (!success) throw refuse('must be {"fields": {…}, "signature": "…"}.');
  if (signFuturepay(data.fields, key) !== data.signature)
    throw refuse('has another signature than ours: FuturePay stays disabled.');
}
