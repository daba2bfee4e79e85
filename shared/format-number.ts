/**
 * A number as English writes it: 12,345.67. By hand, because the first use of Intl in a browser loads its tables and keeps a
 * slow phone busy for a tenth of a second, on every page.
 */
export function formatNumber(number: number): string {
  const [whole = '', part] = String(number).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return part ? `${grouped}.${part}` : grouped;
}
