import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Created at the first start; only its owner can read it. */
export function ensureSecret(directory: string, name: string): string {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, name);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim(); // also on a full disk
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    linkSync(draft, file); // atomic, and never overwrites
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
