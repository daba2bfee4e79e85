import { sql } from 'kysely';
import { expect } from 'vitest';
import { patience } from './patience';
import type { TestBackend } from './backend';

/** Until one statement of the test's database waits for a lock. */
export async function untilOneWaitsForLock({ db }: Pick<TestBackend, 'db'>): Promise<void> {
  const waiting = sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows[0]!.n, patience).toBe(1);
}
