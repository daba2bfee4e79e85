import {
  closeSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';

export interface LogLimits {
  /** Size at which a log is set aside, in bytes. */
  maxBytes: number;
  /** How many files of one log there are at most, the current one included. */
  files: number;
}

const checkEveryMs = 1_000;
const chunkBytes = 1_048_576;

/**
 * Keeps logs within their limits while processes write to them, until the function returned is called. The processes
 * append to a descriptor that they were started with and cannot be told to open another file, so a log is copied and
 * then emptied (logrotate calls this copytruncate). That covers everything a process writes, also its last words; a
 * line that is written between the two steps is lost.
 */
export function startLogRotation(logs: readonly string[], limits: LogLimits, everyMs = checkEveryMs): () => void {
  const rotateAll = () => {
    for (const log of logs) {
      try {
        rotateLog(log, limits);
      } catch {
        // A log that cannot be rotated must not end the stack: the next look tries again.
      }
    }
  };
  rotateAll();
  const timer = setInterval(rotateAll, everyMs);
  return () => clearInterval(timer);
}

/** Sets a log aside that has grown too large: `.1` is the newest of those before it. */
export function rotateLog(log: string, { maxBytes, files }: LogLimits): void {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) <= maxBytes) return;
  rmSync(`${log}.${files - 1}`, { force: true });
  for (let n = files - 2; n >= 1; n--) {
    if (statSync(`${log}.${n}`, { throwIfNoEntry: false })) renameSync(`${log}.${n}`, `${log}.${n + 1}`);
  }
  try {
    if (files > 1) copyTail(log, `${log}.1`, maxBytes);
  } catch {
    rmSync(`${log}.1`, { force: true }); // no room for a copy: emptying the log matters more
  }
  truncateSync(log);
}

/** Copies the end of a file: its last bytes, as many as are allowed. */
function copyTail(from: string, to: string, maxBytes: number): void {
  const [source, target] = [openSync(from, 'r'), openSync(to, 'w', 0o600)];
  try {
    const chunk = Buffer.alloc(Math.min(chunkBytes, maxBytes));
    let position = Math.max(0, fstatSync(source).size - maxBytes);
    for (let left = maxBytes; left > 0;) {
      const read = readSync(source, chunk, 0, Math.min(chunk.length, left), position);
      if (read === 0) break;
      writeSync(target, chunk, 0, read);
      position += read;
      left -= read;
    }
  } finally {
    closeSync(source);
    closeSync(target);
  }
}
