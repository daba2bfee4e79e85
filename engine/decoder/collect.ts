import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { killDecoder } from './kill';

export interface ProcessResult {
  readonly code?: number;
  readonly signal?: NodeJS.Signals;
  readonly stdout: Buffer;
  readonly stderrTail: string;
}

const MAX_OUTPUT_BYTES = 512e6;
const STDERR_TAIL_LENGTH = 64_000;

/**
 * Rejects if the program cannot be started.
 * @param onOutput takes the output, which is not kept then
 */
export async function collect(child: ChildProcess, onOutput?: (chunk: Buffer) => void): Promise<ProcessResult> {
  const output: Buffer[] = [];
  let size = 0;
  let stderrTail = '';
  const keep = (chunk: Buffer) => {
    output.push(chunk);
    if ((size += chunk.length) > MAX_OUTPUT_BYTES) killDecoder(child);
  };
  child.stdout!.on('data', onOutput ?? keep);
  (child.stderr as Readable).on(
    'data',
    (chunk: Buffer) => (stderrTail = (stderrTail + chunk.toString()).slice(-STDERR_TAIL_LENGTH)),
  );
  const ended = await new Promise<Pick<ProcessResult, 'code' | 'signal'>>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(exitStatus(code, signal)));
  });
  return { ...ended, stdout: Buffer.concat(output), stderrTail };
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

/** Sandboxes report the inner signal as exit code 128 + signal. */
export function exitStatus(code: number | null, signal: NodeJS.Signals | null): Pick<ProcessResult, 'code' | 'signal'> {
  const inside = fatal.find((name) => code === FROM_SIGNAL + (constants.signals[name] ?? NaN));
  if (signal ?? inside) return { signal: signal ?? inside };
  return { code: code ?? undefined };
}
