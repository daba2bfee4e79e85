import { createHmac } from 'node:crypto';

/** The key is derived from a secret: the database alone allows no guessing. */
export function keyedHash(secret: string): (text: string) => Buffer {
  const key = createHmac('sha256', secret).update('keyed hashes').digest();
  return (text) => createHmac('sha256', key).update(text).digest();
}
