import { useHydrated } from '~/use-hydrated';

/** An amount in the visitor's own habit; in English until the script knows it. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  const locale = useHydrated() ? undefined : 'en-US';
  return <span className="whitespace-nowrap tabular-nums">{moneyText(amount, currency, locale)}</span>;
}

export function moneyText(amount: number, currency: string, locale = 'en-US'): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}

export const count = (number: number) => number.toLocaleString('en');
