import { SeededRandom } from '#tests/support/seeded-random';

export const webNames = ['web1', 'web2'] as const;
export const apiNames = ['api1', 'api2'] as const;
export const workerNames = ['worker1', 'worker2', 'worker3'] as const;
export const roleNames = [...webNames, ...apiNames, ...workerNames] as const;
export const machineNames = [...roleNames, 'database', 'store'] as const;

export type RoleName = (typeof roleNames)[number];
export type MachineName = (typeof machineNames)[number];

export const storeErrors = ['500', '503', 'cut', 'silent'] as const;
export type StoreError = (typeof storeErrors)[number];

export type Fault =
  | { kind: 'kill' | 'stop' | 'disk'; target: RoleName }
  | { kind: 'clock'; target: RoleName; seconds: number }
  | { kind: 'cut' | 'slow'; target: MachineName }
  | { kind: 'store'; target: 'store'; error: StoreError }
  | { kind: 'database'; target: 'database'; mode: 'fast' | 'immediate' };

export type FaultKind = Fault['kind'];

/** Faults at the same time, of different machines. */
export interface Incident {
  faults: Fault[];
  holdMs: number;
  /** From the recovery to the next incident. */
  pauseMs: number;
}

export const faultNames: Record<FaultKind, string> = {
  kill: 'role killed and restarted',
  stop: 'role stopped (SIGSTOP)',
  cut: 'link cut',
  slow: 'link of 1 Mbit/s',
  disk: 'disk full',
  store: 'store fails',
  database: 'database restarted',
  clock: 'clock steps',
};

const kinds = Object.keys(faultNames) as FaultKind[];
/** Long ones exceed the timeouts of requests, statements and the store. */
const holdsMs = { shortest: 500, longest: 8_000, long: 35_000 };
const shareOfLong = 0.08;
const shareOfPairs = 0.6;
const longestPauseMs = 1_500;
const longestStepSeconds = 600;

/** The same seed gives the same faults. Every kind occurs once in each eight. */
export function planFaults(count: number, seed: number): Incident[] {
  const random = new SeededRandom(seed);
  const isOfShare = (share: number) => random.next() < share;
  const plan: Incident[] = [];
  let bag: FaultKind[] = [];
  for (let left = count; left > 0; left--) {
    if (bag.length === 0) bag = [...kinds];
    const [kind] = bag.splice(random.below(bag.length), 1);
    const fault = faultOf(kind!, random);
    const previous = plan.at(-1)?.faults;
    if (previous?.length === 1 && previous[0]!.target !== fault.target && isOfShare(shareOfPairs)) {
      previous.push(fault);
      continue;
    }
    const longest = isOfShare(shareOfLong) ? holdsMs.long : holdsMs.longest;
    const holdMs = holdsMs.shortest + random.below(longest - holdsMs.shortest);
    plan.push({ faults: [fault], holdMs, pauseMs: random.below(longestPauseMs) });
  }
  return plan;
}

function faultOf(kind: FaultKind, random: SeededRandom): Fault {
  switch (kind) {
    case 'kill':
    case 'stop':
      return { kind, target: random.pick(roleNames) };
    case 'disk':
      return { kind, target: random.pick([...apiNames, ...workerNames]) }; // the web writes no files
    case 'clock':
      return {
        kind,
        target: random.pick(roleNames),
        seconds: (1 + random.below(longestStepSeconds)) * random.pick([-1, 1]),
      };
    case 'cut':
    case 'slow':
      return { kind, target: random.pick(machineNames) };
    case 'store':
      return { kind, target: 'store', error: random.pick(storeErrors) };
    case 'database':
      return { kind, target: 'database', mode: random.pick(['fast', 'immediate']) };
  }
}

export function describeFault(fault: Fault): string {
  const detail =
    'error' in fault
      ? ` (${fault.error})`
      : 'mode' in fault
        ? ` (${fault.mode})`
        : 'seconds' in fault
          ? ` (${fault.seconds} s)`
          : '';
  return `${fault.kind} ${fault.target}${detail}`;
}
