import type { PaymentSettings } from '#backend/config/payments';
import { evonetProvider } from '#backend/providers/payments/evonet/driver';
import { futurepayProvider } from '#backend/providers/payments/futurepay/driver';
import { nowpaymentsProvider } from '#backend/providers/payments/nowpayments/driver';
import { onerwayProvider } from '#backend/providers/payments/onerway/driver';
import { payssionProvider } from '#backend/providers/payments/payssion/driver';
import { paypalProvider } from '#backend/providers/payments/paypal/driver';
import type { PaymentProvider } from '#backend/providers/payments/port';
import { assertTestVector, payssionMethods } from './provider-settings';

export async function configuredProviders(settings: PaymentSettings, now: () => Date): Promise<PaymentProvider[]> {
  const s = settings;
  const providers: PaymentProvider[] = [];
  if (s.STRIPE_SECRET_KEY && s.STRIPE_WEBHOOK_SECRET) {
    const keys = { secretKey: s.STRIPE_SECRET_KEY, webhookSecret: s.STRIPE_WEBHOOK_SECRET };
    const { stripeProvider } = await import('#backend/providers/payments/stripe/driver');
    providers.push(stripeProvider({ ...keys, url: s.STRIPE_URL }));
  }
  if (s.PAYPAL_CLIENT_ID && s.PAYPAL_CLIENT_SECRET && s.PAYPAL_WEBHOOK_ID) {
    const keys = { clientId: s.PAYPAL_CLIENT_ID, clientSecret: s.PAYPAL_CLIENT_SECRET, webhookId: s.PAYPAL_WEBHOOK_ID };
    providers.push(paypalProvider({ ...keys, url: s.PAYPAL_URL, now }));
  }
  if (s.NOWPAYMENTS_API_KEY && s.NOWPAYMENTS_IPN_SECRET) {
    const keys = { apiKey: s.NOWPAYMENTS_API_KEY, ipnSecret: s.NOWPAYMENTS_IPN_SECRET };
    providers.push(nowpaymentsProvider({ ...keys, url: s.NOWPAYMENTS_URL }));
  }
  if (s.PAYSSION_API_KEY && s.PAYSSION_SECRET_KEY) {
    const keys = { apiKey: s.PAYSSION_API_KEY, secretKey: s.PAYSSION_SECRET_KEY };
    providers.push(payssionProvider({ ...keys, methods: payssionMethods(s.PAYSSION_METHODS), url: s.PAYSSION_URL }));
  }
  if (s.ONERWAY_MERCHANT_NO && s.ONERWAY_APP_ID && s.ONERWAY_SECRET && s.ONERWAY_URL) {
    const keys = { merchantNo: s.ONERWAY_MERCHANT_NO, appId: s.ONERWAY_APP_ID, secret: s.ONERWAY_SECRET };
    providers.push(onerwayProvider({ ...keys, url: s.ONERWAY_URL }));
  }
  if (s.EVONET_KEY_ID && s.EVONET_SIGN_KEY && s.EVONET_URL) {
    providers.push(evonetProvider({ keyId: s.EVONET_KEY_ID, signKey: s.EVONET_SIGN_KEY, url: s.EVONET_URL, now }));
  }
  if (s.FUTUREPAY_MERCHANT_ID && s.FUTUREPAY_APP_ID && s.FUTUREPAY_KEY && s.FUTUREPAY_TEST_VECTOR && s.FUTUREPAY_URL) {
    assertTestVector(s);
    const keys = { merchantId: s.FUTUREPAY_MERCHANT_ID, appId: s.FUTUREPAY_APP_ID, key: s.FUTUREPAY_KEY };
    providers.push(futurepayProvider({ ...keys, url: s.FUTUREPAY_URL, now }));
  }
  return providers;
}
