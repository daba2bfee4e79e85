import { sql } from 'kysely';
import { expect } from 'vitest';
import { patience } from './patience';
import type { TestBackend } from './backend';

/** Until so many statements of the test's database wait for a lock. */
export async function untilWaitingForLock({ db }: Pick<TestBackend, 'db'>, count: number): Promise<void> {
  const waiting = sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows[0]!.n, patience).toBe(count);
}

export const untilOneWaitsForLock = (backend: Pick<TestBackend, 'db'>): Promise<void> =>
  untilWaitingForLock(backend, 1);
