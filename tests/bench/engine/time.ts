import { performance } from 'node:perf_hooks';

/** Milliseconds that a piece of work takes. */
export async function measureMs(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds of work this process has done: what else the machine does hardly counts. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The lower quartile: what else the machine does makes a run longer, never shorter. */
export function quartile(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 2];
}
