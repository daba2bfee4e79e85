import type { SiteMember } from '#tests/support/site';
import type { RunningStack } from '#tests/support/stack';

/** A running site with the accounts of a drill. */
export interface Site extends Pick<RunningStack, 'url' | 'port' | 'dataDirectory' | 'process'> {
  /** Carries out the attack. */
  attacker: SiteMember;
  /** Another user. */
  member: SiteMember;
}

export interface Drill {
  /** For the command line. */
  name: string;
  title: string;
  /** Creates the site's data directory, or gives the reason why that is impossible; otherwise it is a temporary folder. */
  dataDirectory?: () => Promise<{ path: string; remove(): Promise<void> } | { cannot: string }>;
  /** Runs before the measurement begins. */
  prepare?(site: Site): Promise<void>;
  /** Runs the attack and returns its outcome with a sentence for each fault. */
  run(site: Site): Promise<{ outcome: string; faults: string[] }>;
}

/** Counts equal outcomes, as in `413 × 3`. */
export function tally(outcomes: readonly (string | number)[]): string {
  const counts = new Map<string | number, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${outcome} × ${count}`).join(', ');
}

/** A fault for each outcome that is not allowed. */
export function faultsOf(outcomes: readonly number[], isAllowed: (status: number) => boolean): string[] {
  const others = outcomes.filter((status) => !isAllowed(status));
  return others.length > 0 ? [`answers: ${tally(others)}`] : [];
}

const longEnoughMs = 3_000;

/** Repeats an attack that a server refuses at once, until there are enough samples. */
export async function again(attack: () => Promise<number[]>): Promise<number[]> {
  const begun = performance.now();
  const answers: number[] = [];
  do answers.push(...(await attack()));
  while (performance.now() - begun < longEnoughMs);
  return answers;
}
