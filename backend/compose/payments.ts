import { createHmac } from 'node:crypto';
import { join, resolve } from 'node:path';
import { apiAddress } from '#backend/config/api-address';
import { assertCompleteKeys, type PaymentSettings } from '#backend/config/payments';
import { configuredProviders } from './configured-providers';
import { readProducts } from './products';
import { withTax } from '#backend/domain/payments/tax';
import type { PaymentConfig } from '#backend/domain/payments/payment-config';
import type { DriverName, PaymentProvider, SandboxPage } from '#backend/providers/payments/port';
import { sandboxProvider } from '#backend/providers/payments/sandbox/driver';

interface Settings extends PaymentSettings {
  APP_ENV: 'local' | 'test' | 'prod';
  DATA_DIR: string;
  MEDIA_SECRET: string;
  PUBLIC_URL: string;
  PUBLIC_URL_AI?: string | undefined;
  API_PUBLIC_URL: string;
}

function originsOf({ APP_ENV, PUBLIC_URL, PUBLIC_URL_AI }: Settings): string[] {
  const site = new URL(PUBLIC_URL);
  const isOwnMachine = APP_ENV === 'local' && site.hostname === 'localhost';
  const otherNames = isOwnMachine ? ['127.0.0.1', '[::1]'].map((name) => site.origin.replace('localhost', name)) : [];
  const ai = PUBLIC_URL_AI ? [new URL(PUBLIC_URL_AI).origin] : [];
  return [site.origin, ...ai, ...otherNames];
}

function invoiceTermsOf({ INVOICE_SELLER, INVOICE_TAX_ID, INVOICE_TAX_NAME, INVOICE_TAX_RATE }: Settings) {
  return {
    seller: INVOICE_SELLER.split('|'),
    sellerTaxId: INVOICE_TAX_ID ?? null,
    tax: { name: INVOICE_TAX_NAME, rate: INVOICE_TAX_RATE },
  };
}

/** The sandbox replaces unconfigured providers in local mode only. */
export async function openPayments(
  settings: Settings,
): Promise<{ payments: PaymentConfig; sandbox: SandboxPage | undefined }> {
  const { APP_ENV, DATA_DIR, MEDIA_SECRET, PUBLIC_URL, INVOICE_TAX_RATE, PRICES_INCLUDE_TAX } = settings;
  assertCompleteKeys(settings);
  const configured = await configuredProviders(settings, () => new Date());
  const usesSandbox = APP_ENV === 'local' && configured.length === 0;
  const sandbox = usesSandbox
    ? sandboxProvider({
        folder: join(resolve(DATA_DIR), 'sandbox'),
        secret: createHmac('sha256', MEDIA_SECRET).update('payments sandbox').digest('hex'),
        checkoutUrl: new URL('/dev/pay', PUBLIC_URL).href,
        now: () => new Date(),
      })
    : undefined;
  const providers = sandbox ? [sandbox] : configured;
  const api = apiAddress(settings);
  const products = readProducts(settings.PRODUCTS_FILE);
  return {
    sandbox,
    payments: {
      providers: new Map<DriverName, PaymentProvider>(providers.map((provider) => [provider.name, provider])),
      products: PRICES_INCLUDE_TAX ? products : products.map((product) => withTax(product, INVOICE_TAX_RATE)),
      origins: originsOf(settings),
      webhookUrl: (driver) => `${api}/webhook/${driver}`,
      invoiceTerms: invoiceTermsOf(settings),
    },
  };
}
