import { createHmac } from 'node:crypto';

/**
 * Recognises a text without keeping it: HMAC-SHA256 under a key that only this product's processes can derive. Whoever has the
 * database alone cannot try texts until one fits.
 */
export function keyedHash(secret: string): (text: string) => Buffer {
  const key = createHmac('sha256', secret).update('keyed hashes').digest();
  return (text) => createHmac('sha256', key).update(text).digest();
}
