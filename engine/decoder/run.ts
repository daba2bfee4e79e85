import { throwIfAborted } from '#engine/errors';
import { collect, type Ended } from './collect';
import type { DecoderJob } from './launch';
import { startDecoder } from './start';

export interface RunJob extends Omit<DecoderJob, 'stdio'> {
  /** Written to its standard input, which then ends. */
  readonly input?: Uint8Array;
  readonly signal?: AbortSignal;
}

/** Runs a decoder to its end. Rejects when it cannot be started or the caller withdraws, not when it fails. */
export async function runDecoder({ input, signal, ...job }: RunJob): Promise<Ended> {
  throwIfAborted(signal);
  const child = await startDecoder({ ...job, stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'] });
  const kill = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  if (signal?.aborted) kill();
  try {
    child.stdin?.on('error', () => {}).end(input); // it stops reading when it knows enough
    return await collect(child);
  } finally {
    signal?.removeEventListener('abort', kill);
    throwIfAborted(signal);
  }
}
