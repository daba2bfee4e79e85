import { defaultProducts } from '#backend/domain/payments/catalogue';
import type { PaymentConfig } from '#backend/domain/payments/payment-config';
import type { DriverName, PaymentProvider } from '#backend/providers/payments/port';
import { sandboxProvider } from '#backend/providers/payments/sandbox/driver';
import { scratchFolder } from './scratch';

export interface TestPaymentOptions {
  providers?: PaymentProvider[] | undefined;
}

export const site = 'https://faceswap.test';

export function testPaymentConfig({ providers }: TestPaymentOptions, now: () => Date) {
  const checkoutUrl = `${site}/dev/pay`;
  const sandbox = sandboxProvider({ folder: scratchFolder(), secret: 'a secret of the tests', checkoutUrl, now });
  const payments: PaymentConfig = {
    providers: new Map((providers ?? [sandbox]).map((driver) => [driver.name as DriverName, driver])),
    products: defaultProducts,
    origins: [site],
    webhookUrl: (driver) => `${site}/api/webhook/${driver}`,
    invoiceTerms: {
      seller: ['Faceswap', 'Teststraße 1'],
      sellerTaxId: 'DE123456789',
      tax: { name: 'VAT', rate: 19 },
    },
  };
  return { payments, sandbox };
}
