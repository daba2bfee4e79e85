import { setTimeout as pause } from 'node:timers/promises';

const stepMs = 200;

/**
 * Does the work and answers at the next full step of time after it began, so that how long the work took tells nothing:
 * making an account writes more rows than finding that there is one.
 */
export async function constantTime<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await work();
  } finally {
    const took = performance.now() - begun;
    await pause(Math.ceil(took / stepMs) * stepMs - took);
  }
}
