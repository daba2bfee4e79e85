import { sha256 } from '#backend/providers/payments/signature';

const unsigned: ReadonlySet<string> = new Set([
  'originTransactionId',
  'originMerchantTxnId',
  'customsDeclarationAmount',
  'customsDeclarationCurrency',
  'paymentMethod',
  'walletTypeName',
  'periodValue',
  'tokenExpireTime',
  'sign',
]);

export type Fields = Record<string, string | number | null | undefined>;

/** SHA-256 of the non-empty values in key order, and the secret. */
export function signOnerway(fields: Fields, secret: string, leftOut: ReadonlySet<string> = new Set(['sign'])): string {
  const values = Object.entries(fields)
    .filter(([name, value]) => !leftOut.has(name) && value !== null && value !== undefined && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => String(value));
  return sha256(values.join('') + secret);
}

export const signNotification = (fields: Fields, secret: string) => signOnerway(fields, secret, unsigned);
