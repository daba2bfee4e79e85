import { createHmac } from 'node:crypto';

/**
 * HMAC-SHA256 to recognise a text without storing it. The key is derived from a secret, so the database alone allows no
 * guessing.
 */
export function keyedHash(secret: string): (text: string) => Buffer {
  const key = createHmac('sha256', secret).update('keyed hashes').digest();
  return (text) => createHmac('sha256', key).update(text).digest();
}
