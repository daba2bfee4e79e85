import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { makeFolder } from '#backend/db/embedded/make-folder';

import { LaunchFailure } from './failure';

const abandonedAfterMs = 24 * 3_600_000;

/** Videos may exceed the system's temporary folder. @throws LaunchFailure */
export function prepareScratch(dataDirectory: string, now = Date.now()): string {
  const scratch = join(dataDirectory, 'tmp');
  try {
    makeFolder(scratch, 0o700);
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new LaunchFailure(`${dataDirectory} cannot be created: ${reason}. Set DATA_DIR to another folder.`, {
      cause,
    });
  }
  for (const name of readdirSync(scratch)) {
    const path = join(scratch, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - changed > abandonedAfterMs) rmSync(path, { recursive: true, force: true });
  }
  return scratch;
}
