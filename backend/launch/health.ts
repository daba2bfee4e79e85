import { setTimeout as pause } from 'node:timers/promises';

import { LaunchFailure } from './failure';
import { type KeptRole } from './role';

const PAUSE_BETWEEN_QUESTIONS = 50;
const LONGEST_START = 60_000;

/**
 * Asks until the server answers that it is ready.
 * @throws LaunchFailure when it dies first, or takes too long, with the end of its log
 */
export async function waitUntilHealthy(url: string, server: KeptRole): Promise<void> {
  let died: string | undefined;
  void server.ended().then((how) => (died = how));
  const deadline = Date.now() + LONGEST_START;
  while (!(await isHealthy(url))) {
    if (died !== undefined)
      throw new LaunchFailure(`The server ended (${died}). Its log ends with:\n${server.logTail()}`);
    if (Date.now() > deadline) {
      throw new LaunchFailure(
        `The server did not become ready within a minute. Its log ends with:\n${server.logTail()}`,
      );
    }
    await pause(PAUSE_BETWEEN_QUESTIONS);
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return ok;
  } catch {
    return false;
  }
}
