import { setTimeout as pause } from 'node:timers/promises';

import { LaunchFailure } from './failure';
import { type SupervisedProcess } from './supervise';

const POLL_INTERVAL = 50;
const START_TIMEOUT = 60_000;

/**
 * Asks until the server answers that every part is ready.
 * @returns what the workers are: how many live, and what they decode with
 * @throws LaunchFailure when a process dies first, or it takes too long, with the end of the log
 */
export async function waitUntilReady(url: string, roles: SupervisedProcess[]): Promise<string | undefined> {
  let fault: string | undefined;
  for (const role of roles) {
    void role
      .ended()
      .then((how) => (fault ??= `The ${role.name} process ended (${how}). Its log ends with:\n${role.logTail()}`));
  }
  const deadline = Date.now() + START_TIMEOUT;
  for (;;) {
    const parts = await partsWhenReady(url);
    if (parts) return parts.workers?.detail;
    if (fault !== undefined) throw new LaunchFailure(fault);
    if (Date.now() > deadline)
      throw new LaunchFailure(`Not every part became ready within a minute: see ${url} and the logs.`);
    await pause(POLL_INTERVAL);
  }
}

type Parts = Record<string, { ok: boolean; detail?: string }>;

async function partsWhenReady(url: string): Promise<Parts | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    const { parts = {} } = (await answer.json()) as { parts?: Parts };
    const failing = Object.keys(parts).filter((name) => !parts[name]!.ok);
    // On a full disk the site runs and takes no files in; the log and /readyz say so.
    return answer.ok || (failing.length === 1 && failing[0] === 'disk') ? parts : undefined;
  } catch {
    return undefined;
  }
}
