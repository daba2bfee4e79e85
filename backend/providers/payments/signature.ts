import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export const md5 = (text: string) => createHash('md5').update(text).digest('hex');
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
export const hmacSha512 = (secret: string, text: string) => createHmac('sha512', secret).update(text).digest('hex');

export function isEqualConstantTime(given: string | null | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
