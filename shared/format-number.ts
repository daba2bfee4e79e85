/** 12,345.67. Intl's first use costs a slow phone 100 ms. */
export function formatNumber(number: number): string {
  const [whole = '', part] = String(number).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return part ? `${grouped}.${part}` : grouped;
}
