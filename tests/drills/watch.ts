import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Watch {
  url: string;
  /** Of the web and API process. */
  pid: number;
  /** Of an account other than the attacker's. */
  token: string;
}

export interface Watched {
  /** Resident memory, megabytes. */
  before: number;
  highest: number;
  after: number;
  /** Milliseconds of each request, by kind of request. */
  samples: Record<string, number[]>;
}

/** Measures the server's memory and answer times from another process while `run` runs. */
export async function watchDuring(watch: Watch, run: () => Promise<void>): Promise<Watched> {
  const child: ChildProcess = fork(fileURLToPath(new URL('./bystander.ts', import.meta.url)), [JSON.stringify(watch)]);
  await once(child, 'message'); // the measurement has begun
  const reported = once(child, 'message') as Promise<[Watched]>;
  try {
    await run();
  } finally {
    child.send('stop');
  }
  const [watched] = await reported;
  return watched;
}

/** The value that 95 of 100 samples do not exceed. */
export function percentile95(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? NaN;
}
