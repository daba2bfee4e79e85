import { throwIfAborted } from '#engine/errors';
import { collect, type ProcessResult } from './collect';
import { killDecoder } from './kill';
import type { DecoderJob } from './launch';
import { startDecoder } from './start';

export interface RunJob extends Omit<DecoderJob, 'stdio'> {
  readonly input?: Uint8Array;
  /** Takes the output, which the result does not contain then. */
  readonly onOutput?: (chunk: Buffer) => void;
  readonly signal?: AbortSignal;
}

/** Rejects if the decoder cannot start or is aborted, not on a non-zero exit code. */
export async function runDecoder({ input, onOutput, signal, ...job }: RunJob): Promise<ProcessResult> {
  throwIfAborted(signal);
  const child = await startDecoder({ ...job, stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'] });
  const kill = () => killDecoder(child);
  signal?.addEventListener('abort', kill);
  if (signal?.aborted) kill();
  try {
    child.stdin?.on('error', () => {}).end(input); // it may exit before reading all input
    return await collect(child, onOutput);
  } finally {
    signal?.removeEventListener('abort', kill);
    throwIfAborted(signal);
  }
}
