import { readFileSync } from 'node:fs';
import { z } from 'zod/v4';
import { calls, type Product } from '#contract';
import { invalidSettings } from '#backend/config/read';
import { defaultProducts } from '#backend/domain/payments/catalogue';

/** @throws ConfigurationError */
export function readProducts(file: string | undefined): readonly Product[] {
  if (!file) return defaultProducts;
  try {
    const { shape } = calls.payment_products.output;
    return z.parse(shape.items, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw invalidSettings([`PRODUCTS_FILE: ${file}: ${reasonOf(error)}`], 'docs/payments.md');
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return (error as Error).message;
  return error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`).join(' ');
}
