import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';

export interface Ended {
  /** Undefined when a signal ended it. */
  readonly code?: number;
  readonly signal?: NodeJS.Signals;
  readonly stdout: Buffer;
  /** The end of what it wrote to its standard error. */
  readonly complaint: string;
}

const MOST_OUTPUT = 512e6;
const LAST_WORDS = 64_000;

/** Waits for the end of a program and collects what it writes. Rejects when it cannot be started. */
export async function collect(child: ChildProcess): Promise<Ended> {
  const output: Buffer[] = [];
  let size = 0;
  let complaint = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    output.push(chunk);
    if ((size += chunk.length) > MOST_OUTPUT) child.kill('SIGKILL');
  });
  (child.stderr as Readable).on(
    'data',
    (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-LAST_WORDS)),
  );
  const ended = await new Promise<Pick<Ended, 'code' | 'signal'>>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(howItEnded(code, signal)));
  });
  return { ...ended, stdout: Buffer.concat(output), complaint };
}

const FROM_SIGNAL = 128;
const fatal = [
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGKILL',
  'SIGSEGV',
  'SIGXCPU',
  'SIGXFSZ',
  'SIGSYS',
] as const;

/** A sandbox reports the signal that ended the program inside as shells do, by its exit code. */
export function howItEnded(code: number | null, signal: NodeJS.Signals | null): Pick<Ended, 'code' | 'signal'> {
  const inside = fatal.find((name) => code === FROM_SIGNAL + (constants.signals[name] ?? NaN));
  if (signal ?? inside) return { signal: signal ?? inside };
  return { code: code ?? undefined };
}
