import { z } from 'zod/v4';
import { address } from './address';
import { numberBetween } from './number';
import { invalidSettings } from './read';

/** A provider without keys is not offered. */
export const paymentSettings = {
  /** JSON as `/payment/products` returns it. */
  PRODUCTS_FILE: z.string().optional(),
  /** Lines separated by `|`. */
  INVOICE_SELLER: z.string().default('Example Seller (set INVOICE_SELLER)|1 Example Street|12345 Example Town'),
  INVOICE_TAX_ID: z.string().max(60).optional(),
  INVOICE_TAX_NAME: z.string().min(1).max(20).default('VAT'),
  /** Percent. */
  INVOICE_TAX_RATE: numberBetween(0, 50, 'Give a number of percent.').pipe(z.number().multipleOf(0.001)).default(0),
  PRICES_INCLUDE_TAX: z.stringbool('Use true or false.').default(true),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_URL: address('https://api.stripe.com').default('https://api.stripe.com'),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  PAYPAL_URL: address('https://api-m.sandbox.paypal.com').default('https://api-m.paypal.com'),
  NOWPAYMENTS_API_KEY: z.string().optional(),
  NOWPAYMENTS_IPN_SECRET: z.string().optional(),
  NOWPAYMENTS_URL: address('https://api.nowpayments.io').default('https://api.nowpayments.io'),
  PAYSSION_API_KEY: z.string().optional(),
  PAYSSION_SECRET_KEY: z.string().optional(),
  PAYSSION_METHODS: z.string().default('skrill,trustly,afterpay_us,paysafecard'),
  PAYSSION_URL: address('https://www.payssion.com').default('https://www.payssion.com'),
  ONERWAY_MERCHANT_NO: z.string().optional(),
  ONERWAY_APP_ID: z.string().optional(),
  ONERWAY_SECRET: z.string().optional(),
  ONERWAY_URL: address('https://your-acquirer.example.com').optional(),
  EVONET_KEY_ID: z.string().optional(),
  EVONET_SIGN_KEY: z.string().optional(),
  EVONET_URL: address('https://your-acquirer.example.com').optional(),
  FUTUREPAY_MERCHANT_ID: z.string().optional(),
  FUTUREPAY_APP_ID: z.string().optional(),
  FUTUREPAY_KEY: z.string().optional(),
  /** Signed by FuturePay: `{"fields": {…}, "signature": "…"}`. */
  FUTUREPAY_TEST_VECTOR: z.string().optional(),
  FUTUREPAY_URL: address('https://your-acquirer.example.com').optional(),
};

const keysOf = {
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  paypal: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
  nowpayments: ['NOWPAYMENTS_API_KEY', 'NOWPAYMENTS_IPN_SECRET'],
  payssion: ['PAYSSION_API_KEY', 'PAYSSION_SECRET_KEY'],
  onerway: ['ONERWAY_MERCHANT_NO', 'ONERWAY_APP_ID', 'ONERWAY_SECRET', 'ONERWAY_URL'],
  evonet: ['EVONET_KEY_ID', 'EVONET_SIGN_KEY', 'EVONET_URL'],
  futurepay: ['FUTUREPAY_MERCHANT_ID', 'FUTUREPAY_APP_ID', 'FUTUREPAY_KEY', 'FUTUREPAY_TEST_VECTOR', 'FUTUREPAY_URL'],
} as const;

export type PaymentSettings = z.output<z.ZodObject<typeof paymentSettings>>;

/** @throws ConfigurationError naming each missing key */
export function assertCompleteKeys(given: object): void {
  const settings = given as Partial<Record<string, unknown>>;
  const faults = Object.entries(keysOf).flatMap(([provider, names]) => {
    const missing = names.filter((name) => !settings[name]);
    if (missing.length === 0 || names.every((name) => !settings[name] || name.endsWith('_URL'))) return [];
    return missing.map((name) => `${name}: ${provider} needs it beside its other keys.`);
  });
  if (faults.length === 0) return;
  throw invalidSettings(faults, 'docs/payments.md');
}
