import type { Product, ProviderName } from '#contract';
import type { DriverName, PaymentProvider } from '#backend/providers/payments/port';
import { AppError } from '#backend/domain/app-error';

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

export const notOffered = 'This way to pay is not offered here. Choose another one.';

/** Who carries out a purchase by a provider: its driver, or the sandbox that stands in for all. */
export function driverFor({ providers }: PaymentDesk, provider: ProviderName): PaymentProvider {
  const driver = providers.get(provider) ?? providers.get('sandbox');
  if (!driver) throw new AppError('not_offered', { message: notOffered });
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

/** The origin that the buyer comes back to: the one given, when it is one of ours, else our first. @throws AppError */
export function originOf({ origins }: PaymentDesk, given: string | undefined): string {
  if (given === undefined) return origins[0]!;
  const asked = new URL(given).origin;
  if (origins.includes(asked)) return asked;
  const message = `user_origin must be an address of this site, such as ${origins[0]}. Leave it out to use that one.`;
  throw new AppError('invalid_input', { message, fields: { user_origin: message } });
}
