import type { SiteMember } from '#tests/support/site';
import type { RunningStack } from '#tests/support/stack';

export interface Site extends Pick<RunningStack, 'url' | 'port' | 'dataDirectory' | 'process'> {
  attacker: SiteMember;
  member: SiteMember;
}

export interface Drill {
  /** For the command line. */
  name: string;
  title: string;
  /** Creates the data directory, or says why it cannot; default: a temporary folder. */
  dataDirectory?: () => Promise<{ path: string; remove(): Promise<void> } | { cannot: string }>;
  prepare?(site: Site): Promise<void>;
  run(site: Site): Promise<{ outcome: string; faults: string[] }>;
}

/** As in `413 × 3`. */
export function tally(outcomes: readonly (string | number)[]): string {
  const counts = new Map<string | number, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${outcome} × ${count}`).join(', ');
}

export function faultsOf(outcomes: readonly number[], isAllowed: (status: number) => boolean): string[] {
  const others = outcomes.filter((status) => !isAllowed(status));
  return others.length > 0 ? [`answers: ${tally(others)}`] : [];
}

const longEnoughMs = 3_000;

/** Quick refusals need repetition for enough samples. */
export async function again(attack: () => Promise<number[]>): Promise<number[]> {
  const begun = performance.now();
  const answers: number[] = [];
  do answers.push(...(await attack()));
  while (performance.now() - begun < longEnoughMs);
  return answers;
}
