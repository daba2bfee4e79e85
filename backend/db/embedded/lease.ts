import { setTimeout as pause } from 'node:timers/promises';

import type pg from 'pg';

const inUseLock = 7_311_001;
const reconnectEveryMs = 500;

export interface Lease {
  /** @returns true for the last holder, which must stop the server */
  release(): Promise<boolean>;
}

/** A shared advisory lock marks the server as used. */
export async function acquireLease(connect: () => Promise<pg.Client>, log: (line: string) => void): Promise<Lease> {
  let releasing = false;
  let client = await hold();

  async function hold(): Promise<pg.Client> {
    const fresh = await connect();
    await fresh.query('select pg_advisory_lock_shared($1)', [inUseLock]);
    fresh.once('end', () => void reconnect());
    return fresh;
  }

  async function reconnect(): Promise<void> {
    if (releasing) return;
    log('PostgreSQL stopped; restarting it.');
    while (!releasing) {
      try {
        client = await hold();
        return log('PostgreSQL is running again.');
      } catch (error) {
        log(`PostgreSQL could not be restarted yet: ${(error as Error).message}`);
        await pause(reconnectEveryMs);
      }
    }
  }

  return {
    async release() {
      releasing = true;
      try {
        await client.query('select pg_advisory_unlock_shared($1)', [inUseLock]);
        const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [inUseLock]);
        return rows[0]!.last;
      } catch {
        return true; // the server is already down
      } finally {
        await client.end().catch(() => {});
      }
    },
  };
}
