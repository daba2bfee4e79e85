import { performance } from 'node:perf_hooks';

export async function measureMs(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Hardly depends on other load. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Other load only lengthens runs. */
export function quartile(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 2];
}
