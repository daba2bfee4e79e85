import type { Product, ProviderName } from '#contract';
import type { InvoiceTerms } from '#backend/db/types';
import type { DriverName, PaymentProvider } from '#backend/providers/payments/port';
import { AppError } from '#backend/domain/app-error';

export interface PaymentConfig {
  providers: ReadonlyMap<DriverName, PaymentProvider>;
  products: readonly Product[];
  /** The first is the default. */
  origins: readonly string[];
  webhookUrl(driver: DriverName): string;
  invoiceTerms: InvoiceTerms;
}

export const notOffered = 'This way to pay is not offered here. Choose another one.';

export function driverFor({ providers }: PaymentConfig, provider: ProviderName): PaymentProvider {
  const driver = providers.get(provider) ?? providers.get('sandbox');
  if (!driver) throw new AppError('not_offered', { message: notOffered });
  return driver;
}

/** @throws AppError `unavailable` if it is no longer configured */
export function driverOf({ providers }: PaymentConfig, name: string): PaymentProvider {
  const driver = providers.get(name as DriverName);
  if (!driver) throw new AppError('unavailable', { cause: new Error(`${name} is no longer configured`) });
  return driver;
}

export function productOf({ products }: PaymentConfig, productId: string): Product {
  const product = products.find((candidate) => candidate.product_id === productId);
  if (!product) {
    throw new AppError('not_found', {
      message: 'This plan is no longer sold. Choose another one on the pricing page.',
    });
  }
  return product;
}

/** @throws AppError if `given` is not allowed */
export function originOf({ origins }: PaymentConfig, given: string | undefined): string {
  if (given === undefined) return origins[0]!;
  const asked = new URL(given).origin;
  if (origins.includes(asked)) return asked;
  const message = `user_origin must be an address of this site, such as ${origins[0]}. Leave it out to use that one.`;
  throw new AppError('invalid_input', { message, fields: { user_origin: message } });
}
