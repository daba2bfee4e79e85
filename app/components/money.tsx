import { formatNumber } from '#shared/format-number';

export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <span className="whitespace-nowrap tabular-nums">{moneyText(amount, currency)}</span>;
}

/** Amount in minor units. */
export function moneyText(amount: number, currency: string): string {
  if (currency === 'USD') return `$${formatNumber(Math.floor(amount / 100))}.${String(amount % 100).padStart(2, '0')}`;
  // oxlint-disable-next-line no-restricted-globals -- only for currencies we do not sell in
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}
