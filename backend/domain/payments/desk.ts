import type { Product, ProviderName } from '#contract';
import type { DriverName, PaymentProvider } from '../../providers/payments/port';
import { AppError } from '../app-error';

/** Everything that buying needs beside the database. */
export interface PaymentDesk {
  providers: ReadonlyMap<DriverName, PaymentProvider>;
  products: readonly Product[];
  /** Origins that people use; the first is the site's own. */
  origins: readonly string[];
  webhookUrl(driver: DriverName): string;
  /** Name and address as invoices show them. */
  seller: readonly string[];
}

/** Who carries out a purchase by a provider: its driver, or the sandbox that stands in for all. */
export function driverFor({ providers }: PaymentDesk, provider: ProviderName): PaymentProvider {
  const driver = providers.get(provider) ?? providers.get('sandbox');
  if (!driver) throw new AppError('conflict', { message: 'This way to pay is not offered here. Choose another one.' });
  return driver;
}

/** The driver that a payment was made by. Gone from the configuration, it can still not be forgotten. */
export function driverOf({ providers }: PaymentDesk, name: string): PaymentProvider {
  const driver = providers.get(name as DriverName);
  if (!driver) throw new AppError('unavailable', { cause: new Error(`${name} is not configured any more`) });
  return driver;
}

export function productOf({ products }: PaymentDesk, productId: string): Product {
  const product = products.find((candidate) => candidate.product_id === productId);
  if (!product) {
    throw new AppError('not_found', {
      message: 'This plan is not sold any more. Choose another one on the pricing page.',
    });
  }
  return product;
}

/** The site as the buyer knows it, when it is one of ours; else our first. */
export function originOf({ origins }: PaymentDesk, given: string | undefined): string {
  const asked = given && URL.canParse(given) ? new URL(given).origin : undefined;
  return origins.find((origin) => origin === asked) ?? origins[0]!;
}
