import type { AppContext } from './context';
import type { MaterialRow } from './material/present';
import { lengthOf, type Part, whole } from './material/part';

export type BudgetedWork = 'picture' | 'probe' | 'playable' | 'detection' | 'swap';

export type TimeBudgets = Readonly<
  Record<
    BudgetedWork,
    {
      readonly ms: number;
      readonly perMediaMs?: number;
      readonly perByteMs?: number;
    }
  >
>;

const MINUTE = 60_000;

/** About ten times the duration of ordinary files on two busy cores. */
export const timeBudgets: TimeBudgets = {
  picture: { ms: 2 * MINUTE },
  probe: { ms: 3 * MINUTE, perByteMs: 1000 / 10e6 }, // reads the file once, from a slow disk
  playable: { ms: 10 * MINUTE, perMediaMs: 20 },
  detection: { ms: 10 * MINUTE, perMediaMs: 40 },
  swap: { ms: 15 * MINUTE, perMediaMs: 80 },
};

/** Bounds files that declare an absurd duration. */
const LONGEST_MS = 24 * 60 * MINUTE;

/** For unknown durations: 200 kbit/s. */
const LEAST_BYTES_PER_MS = 25;

type Media = Pick<MaterialRow, 'kind' | 'duration_ms' | 'size'>;

/** Milliseconds. */
export function budgetFor(
  { timeBudgets: budgets = timeBudgets }: Pick<AppContext, 'timeBudgets'>,
  work: BudgetedWork,
  media: Media,
  part: Part = whole,
): number {
  const { ms, perMediaMs = 0, perByteMs = 0 } = budgets[media.kind === 'photo' ? 'picture' : work];
  const bytes = media.size ?? 0;
  const lasts = lengthOf(media, part) ?? bytes / LEAST_BYTES_PER_MS;
  return Math.min(LONGEST_MS, ms + perMediaMs * lasts + perByteMs * bytes);
}

export class TimeBudgetExceeded extends Error {
  override readonly name = 'TimeBudgetExceeded';
}

/** Work that ignores the signal is abandoned this long after its budget. */
const GRACE_MS = 10_000;

/** Aborts the work. @throws TimeBudgetExceeded, or what the work throws */
export async function withinBudget<T>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const spent = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const late = new Promise<never>((_, reject) => {
    timers.push(setTimeout(() => spent.abort(), ms));
    timers.push(setTimeout(() => reject(new TimeBudgetExceeded(`not done after ${ms} ms`)), ms + GRACE_MS));
  });
  try {
    return await Promise.race([work(AbortSignal.any([signal, spent.signal])), late]);
  } catch (cause) {
    if (!spent.signal.aborted || signal.aborted) throw cause;
    throw new TimeBudgetExceeded(`not done after ${ms} ms`, { cause });
  } finally {
    timers.forEach(clearTimeout);
  }
}
