import { sha256 } from '#backend/providers/payments/signature';

/** `yyyy-MM-dd HH:mm:ss`; UTC, since the zone is undocumented. */
export const curTimeOf = (moment: Date): string => moment.toISOString().slice(0, 19).replace('T', ' ');

/** SHA-256 of the sorted parameters, without `lineItems`, and the key. Nested encoding is undocumented. */
export function signFuturepay(fields: Record<string, unknown>, key: string): string {
  const parts = Object.entries(fields)
    .filter(([name, value]) => name !== 'lineItems' && value !== undefined && value !== null && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
  return sha256(parts.join('&') + key);
}
