import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder in memory of Linux. In many containers it has 64 MB. */
const MEMORY = '/dev/shm';
/** A whole run uses about 1 GB. */
const BYTES = 4e9;
const PREFIX = 'faceswap-tests-';

/**
 * Makes a folder for the temporary files of this process and those that it starts, and deletes it when this process ends.
 * It is in memory where there is room: databases are thousands of files.
 *
 * @returns {string} its path
 */
export function openScratch(parent = process.env.TMPDIR ?? (hasRoomInMemory() ? MEMORY : tmpdir())) {
  const folder = makeFolder(parent);
  chmodSync(folder, 0o711); // PostgreSQL runs as another user
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  return folder;
}

function makeFolder(parent) {
  try {
    deleteAbandoned(parent);
    return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  } catch (cause) {
    const advice = 'Set TMPDIR to a folder that exists and can be written.';
    throw new Error(`Temporary files cannot be written to ${parent} (${cause.code}). ${advice}`, { cause });
  }
}

function hasRoomInMemory() {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) >= BYTES;
}

/** Of runs that were killed. */
function deleteAbandoned(parent) {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^faceswap-tests-(\d+)-/.exec(name) ?? [];
    if (!pid || isRunning(Number(pid))) continue;
    const path = join(parent, name);
    if (statSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.())
      rmSync(path, { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // another user's
  }
}
