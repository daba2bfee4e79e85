import type { Amount } from './port';

function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** E.g. `9.99`. */
export function toMajor({ amount, currency }: Amount): string {
  const digits = digitsOf(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

/** Excess digits make no amount. */
export function fromMajor(value: string | number, currency: string): Amount {
  const minor = Number(value) * 10 ** digitsOf(currency.toUpperCase());
  const amount = Math.round(minor);
  const isWhole = Number.isFinite(minor) && Math.abs(minor - amount) < 1e-6;
  return { amount: isWhole ? amount : Number.NaN, currency: currency.toUpperCase() };
}
