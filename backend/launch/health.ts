import { setTimeout as pause } from 'node:timers/promises';

import { LaunchFailure } from './failure';
import { type KeptRole } from './role';

const PAUSE_BETWEEN_QUESTIONS = 50;
const LONGEST_START = 60_000;

/**
 * Asks until the server answers that every part is ready.
 * @throws LaunchFailure when a process dies first, or it takes too long, with the end of the log
 */
export async function waitUntilReady(url: string, roles: KeptRole[]): Promise<void> {
  let fault: string | undefined;
  for (const role of roles) {
    void role
      .ended()
      .then((how) => (fault ??= `The ${role.name} process ended (${how}). Its log ends with:\n${role.logTail()}`));
  }
  const deadline = Date.now() + LONGEST_START;
  while (!(await isReady(url))) {
    if (fault !== undefined) throw new LaunchFailure(fault);
    if (Date.now() > deadline)
      throw new LaunchFailure(`Not every part became ready within a minute: see ${url} and the logs.`);
    await pause(PAUSE_BETWEEN_QUESTIONS);
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    if (answer.ok) return true;
    // On a full disk the site runs and takes no files in; the log and /readyz say so.
    const { parts = {} } = (await answer.json()) as { parts?: Record<string, { ok: boolean }> };
    const failing = Object.keys(parts).filter((name) => !parts[name]!.ok);
    return failing.length === 1 && failing[0] === 'disk';
  } catch {
    return false;
  }
}
