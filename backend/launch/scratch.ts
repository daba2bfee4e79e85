import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const abandonedAfterMs = 24 * 3_600_000;

/** Videos may exceed the system's temporary folder. */
export function prepareScratch(dataDirectory: string, now = Date.now()): string {
  const scratch = join(dataDirectory, 'tmp');
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(scratch)) {
    const path = join(scratch, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - changed > abandonedAfterMs) rmSync(path, { recursive: true, force: true });
  }
  return scratch;
}
