import { createHash } from 'node:crypto';
import type { Storage } from '#backend/providers/storage/port';

/** SHA-256 in hexadecimal digits; null if there is no such file. */
export async function hashOfStored(storage: Storage, key: string): Promise<string | null> {
  const file = await storage.open(key);
  if (!file) return null;
  const hash = createHash('sha256');
  for await (const chunk of file.stream as AsyncIterable<Uint8Array>) hash.update(chunk);
  return hash.digest('hex');
}
