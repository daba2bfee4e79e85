import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { connect, type Connection, type PoolOptions } from '#backend/db/connect';
import type { Database } from '#backend/db/types';

interface Kept {
  pool: pg.Pool;
  /** Process ids of its connections, once no test uses it. */
  sessions: number[];
}

/** Pools of ended tests, by their address and options. */
const kept = new Map<string, Kept[]>();

/**
 * A pool whose connections serve later tests of this process: a new connection reads the catalogue and plans its first
 * statements, which takes longer than most tests. Ended by its idle timeout.
 */
export function keptConnection(url: string, options: PoolOptions = {}): Connection {
  if (options.isPooled) return connect(url, options); // its pooler ends with the test
  const key = JSON.stringify([url, options]);
  const { pool } = kept.get(key)?.pop() ?? connect(url, options);
  // What the backend has read of the queue is remembered by `db`.
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const keep = async () => {
    const sessions = await cleanSessions(pool);
    kept.set(key, [...(kept.get(key) ?? []), { pool, sessions }]);
  };
  let closed: Promise<void> | undefined;
  return { db, pool, close: () => (closed ??= keep()) };
}

/** Of the kept connections to a database. */
export function keptSessions(url: string): number[] {
  const pools = [...kept].filter(([key]) => (JSON.parse(key) as [string])[0] === url).flatMap(([, list]) => list);
  return pools.flatMap(({ sessions }) => sessions);
}

/**
 * As new ones, but for what they have planned. Waits for connections in use, and fails if one is not returned; one that
 * the test has broken is given up.
 */
async function cleanSessions(pool: pg.Pool): Promise<number[]> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  const sessions = await Promise.all(
    clients.map(async (client) => {
      try {
        await client.query('rollback; reset all; unlisten *; select pg_advisory_unlock_all()');
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        client.release();
        return rows.map(({ pid }) => pid);
      } catch (error) {
        client.release(error as Error);
        return [];
      }
    }),
  );
  return sessions.flat();
}
