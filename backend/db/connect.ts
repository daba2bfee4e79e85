import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './types';
import { notAsked, silentServer } from './unavailable';

export { isDatabaseUnavailable } from './unavailable';

export type Db = Kysely<Database> | Transaction<Database>;

export interface Connection {
  db: Kysely<Database>;
  pool: pg.Pool;
  close(): Promise<void>;
}

// Our values are far below 2^53; strings would break sums.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface PoolOptions {
  max?: number;
  acquireMs?: number;
  /** Includes locks and idle transactions. */
  statementMs?: number;
  /** The URL is that of PgBouncer in transaction mode, which knows neither settings of a session nor named statements. */
  isPooled?: boolean;
  /** While true, the pool refuses each caller at once instead of after `acquireMs`. */
  isSilent?: () => boolean;
}

/** A named statement exists on one connection of the pooler only. */
function withoutNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((config: unknown, ...others: unknown[]) => {
    const isNamed = typeof config === 'object' && config !== null && 'name' in config && !('submit' in config);
    return query(isNamed ? { ...config, name: undefined } : config, ...others);
  }) as typeof client.query;
}

/** Beyond the server's timeout: only a server that no longer responds takes so long. */
const silenceMs = 2_000;

/** The unanswered query blocks its connection: the pool must not use it again. */
function closeWhenSilent(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const result = query(...args);
    if (result instanceof Promise)
      result.catch((error: Error) => {
        if (error.message === silentServer) (client as unknown as pg.Client).connection.stream.destroy();
      });
    return result;
  }) as typeof client.query;
}

function refuseWhile(isSilent: () => boolean, pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  pool.connect = ((done?: (error: Error) => void) => {
    if (!isSilent()) return done ? connect(done) : connect();
    const error = new Error(notAsked);
    if (!done) return Promise.reject(error);
    process.nextTick(done, error);
  }) as typeof pool.connect;
}

export function connect(
  url: string,
  { max = 10, acquireMs = 10_000, statementMs, isPooled = false, isSilent }: PoolOptions = {},
): Connection {
  const hasTimeouts = statementMs && !isPooled; // the pooler sets its own: docs/operations.md
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: acquireMs,
    ...(statementMs ? { query_timeout: statementMs + silenceMs } : {}),
    ...(hasTimeouts ? { statement_timeout: statementMs, idle_in_transaction_session_timeout: statementMs } : {}),
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  if (isPooled) pool.on('connect', withoutNames);
  if (statementMs) pool.on('connect', closeWhenSilent);
  if (isSilent) refuseWhile(isSilent, pool);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

export function inTransaction<T>(db: Db, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Transaction<Database>);
  return (db as Kysely<Database>).transaction().execute(work);
}

export function inSnapshot<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db);
  return (db as Kysely<Database>)
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read);
}

/** Whether the server ends statements that take too long. */
export async function hasStatementTimeout(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    setting: string;
  }>`select setting from pg_settings where name = 'statement_timeout'`.execute(db);
  return rows[0]?.setting !== '0';
}
