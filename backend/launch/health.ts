import { setTimeout as pause } from 'node:timers/promises';

import { LaunchFailure } from './failure';
import { type SupervisedProcess } from './supervise';

const pollEveryMs = 50;
const startTimeoutMs = 60_000;

/**
 * Waits for the server and all workers among `roles`, unless a worker ends: then one is enough. Until the own server
 * listens, another one could answer at its address.
 * @returns how many workers live, and their decoders
 * @throws LaunchFailure with the end of the log, once the server or all workers have ended
 */
export async function waitUntilReady(url: string, roles: SupervisedProcess[]): Promise<string | undefined> {
  const failures = new Map<SupervisedProcess, string>();
  for (const role of roles) {
    void role
      .ended()
      .then((how) => failures.set(role, `The ${role.name} process ended (${how}). ${explanationIn(role.logTail())}`));
  }
  const workers = roles.filter(({ name }) => name.startsWith('worker'));
  const servers = roles.filter(({ name }) => name === 'server');
  const hasFailed = (role: SupervisedProcess) => failures.has(role);
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    const parts = servers.every((server) => server.isListening()) ? await partsWhenReady(url) : undefined;
    const isLate = performance.now() > deadline;
    if (parts && (aliveIn(parts) >= workers.length || failures.size > 0 || isLate)) return parts.workers?.detail;
    const [failure] = failures.values();
    if (failure && (servers.some(hasFailed) || workers.every(hasFailed))) throw new LaunchFailure(failure);
    if (isLate) throw new LaunchFailure(`Not every part became ready within a minute: see ${url} and the logs.`);
    await pause(pollEveryMs);
  }
}

/** What the process advises in its log, else the lines themselves. */
function explanationIn(logTail: string): string {
  const [, advice] = /"advice":("(?:[^"\\]|\\.)*")/.exec(logTail) ?? [];
  return advice ? (JSON.parse(advice) as string) : `Its log ends with:\n${logTail}`;
}

type Parts = Record<string, { ok: boolean; detail?: string }>;

/** The detail begins with the number: "2 alive; …". */
const aliveIn = ({ workers }: Parts) => Number.parseInt(workers?.detail ?? '', 10);

async function partsWhenReady(url: string): Promise<Parts | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    const { parts = {} } = (await answer.json()) as { parts?: Parts };
    const failing = Object.keys(parts).filter((name) => !parts[name]!.ok);
    // With a full disk the site runs without uploads.
    return answer.ok || (failing.length === 1 && failing[0] === 'disk') ? parts : undefined;
  } catch {
    return undefined;
  }
}
