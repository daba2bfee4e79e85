import { sha256 } from '#backend/providers/payments/signature';

/** The moment of a request as FuturePay writes it: `yyyy-MM-dd HH:mm:ss`. In which time zone is not documented; UTC here. */
export const curTimeOf = (moment: Date): string => moment.toISOString().slice(0, 19).replace('T', ' ');

/**
 * SHA-256 over the sorted parameters, without `lineItems`, and the key. How nested objects are written into it is not
 * documented: this is the one place to change, once an operator has a test vector of FuturePay's.
 */
export function signFuturepay(fields: Record<string, unknown>, key: string): string {
  const parts = Object.entries(fields)
    .filter(([name, value]) => name !== 'lineItems' && value !== undefined && value !== null && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
  return sha256(parts.join('&') + key);
}
