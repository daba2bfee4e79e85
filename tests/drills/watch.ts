import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Watch {
  url: string;
  /** Web and API process. */
  pid: number;
  /** Not the attacker's. */
  token: string;
}

export interface Watched {
  /** Resident megabytes. */
  before: number;
  highest: number;
  after: number;
  /** Milliseconds, by kind of request. */
  samples: Record<string, number[]>;
}

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

export function percentile95(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? NaN;
}
