/** English number format: 12,345.67. Avoids Intl, whose first use costs a slow phone 100 ms to load its tables. */
export function formatNumber(number: number): string {
  const [whole = '', part] = String(number).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return part ? `${grouped}.${part}` : grouped;
}
