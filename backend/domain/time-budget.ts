import type { AppContext } from './context';
import type { MaterialRow } from './material/present';
import { lengthOf, type Part, whole } from './material/part';

export type BudgetedWork = 'picture' | 'probe' | 'playable' | 'detection' | 'swap';

/** How long work on a file may take altogether, by what it is. */
export type TimeBudgets = Readonly<
  Record<
    BudgetedWork,
    {
      readonly ms: number;
      /** On top for each millisecond that the media lasts. */
      readonly perMediaMs?: number;
      /** On top for each byte of the file. */
      readonly perByteMs?: number;
    }
  >
>;

const MINUTE = 60_000;

/**
 * Some ten times what honest files take on two busy cores. A stalled decoder is noticed much sooner; these are for files
 * that keep it busy.
 */
export const timeBudgets: TimeBudgets = {
  picture: { ms: 2 * MINUTE },
  probe: { ms: 3 * MINUTE, perByteMs: 1000 / 10e6 }, // the whole file is read once, from a slow disk
  playable: { ms: 10 * MINUTE, perMediaMs: 20 },
  detection: { ms: 10 * MINUTE, perMediaMs: 40 },
  swap: { ms: 15 * MINUTE, perMediaMs: 80 },
};

/** However long a file says that it lasts. */
const LONGEST_MS = 24 * 60 * MINUTE;

/** Of media whose length is not known yet: 200 kbit/s. */
const LEAST_BYTES_PER_MS = 25;

type Media = Pick<MaterialRow, 'kind' | 'duration_ms' | 'size'>;

/** Milliseconds for work on media, or on a part of it. */
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

/** Work on a file has used up its time. */
export class TimeBudgetExceeded extends Error {
  override readonly name = 'TimeBudgetExceeded';
}

/** What cannot be called off, such as a picture being decoded, is left behind after this long. */
const GRACE_MS = 10_000;

/**
 * Calls work off when its time is up.
 * @throws TimeBudgetExceeded then; whatever the work throws otherwise
 */
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
