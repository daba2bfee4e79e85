import { setTimeout as pause } from 'node:timers/promises';

const stepMs = 200;

/** Pads to a multiple of 200 ms, so that timing does not reveal whether an account exists. */
export async function constantTime<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const took = performance.now() - startedAt;
    await pause(Math.ceil(took / stepMs) * stepMs - took);
  }
}
