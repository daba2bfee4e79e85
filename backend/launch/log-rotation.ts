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
  /** Bytes. */
  maxBytes: number;
  files: number;
}

const checkEveryMs = 1_000;
const chunkBytes = 1_048_576;

/**
 * Copies and truncates (logrotate's copytruncate), because processes append to an inherited descriptor. Returns a stop
 * function.
 */
export function startLogRotation(logs: readonly string[], limits: LogLimits, everyMs = checkEveryMs): () => void {
  const rotateAll = () => {
    for (const log of logs) {
      try {
        rotateLog(log, limits);
      } catch {
        // A failed rotation must not stop the stack.
      }
    }
  };
  rotateAll();
  const timer = setInterval(rotateAll, everyMs);
  return () => clearInterval(timer);
}

/** `.1` is the newest. */
export function rotateLog(log: string, { maxBytes, files }: LogLimits): void {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) <= maxBytes) return;
  rmSync(`${log}.${files - 1}`, { force: true });
  for (let n = files - 2; n >= 1; n--) {
    if (statSync(`${log}.${n}`, { throwIfNoEntry: false })) renameSync(`${log}.${n}`, `${log}.${n + 1}`);
  }
  try {
    if (files > 1) copyTail(log, `${log}.1`, maxBytes);
  } catch {
    rmSync(`${log}.1`, { force: true }); // no space for a copy: truncating matters more
  }
  truncateSync(log);
}

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
