import path from 'node:path';
import { UsageError } from '#engine/cli/command';

/** Keys of payment providers: with one of them, credits cost money. */
const paymentKeys = [
  'STRIPE_SECRET_KEY',
  'PAYPAL_CLIENT_SECRET',
  'NOWPAYMENTS_API_KEY',
  'PAYSSION_SECRET_KEY',
  'ONERWAY_SECRET',
  'EVONET_SIGN_KEY',
  'FUTUREPAY_APP_ID',
];

export const sellsPlans = (): boolean => paymentKeys.some((key) => process.env[key]);

/** @throws UsageError */
export function modelsFolder(option: string | undefined, name = '--dir'): string {
  const folder = option ?? process.env.NEURAL_MODELS_DIR;
  if (!folder) throw new UsageError(`No folder of models is known. Set NEURAL_MODELS_DIR in .env, or give ${name}.`);
  return path.resolve(folder);
}

export const operatorName = (): string => process.env.USER ?? process.env.USERNAME ?? 'operator';
