import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './types';

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
}

export function connect(url: string, { max = 10, acquireMs = 10_000, statementMs }: PoolOptions = {}): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: acquireMs,
    ...(statementMs ? { statement_timeout: statementMs, idle_in_transaction_session_timeout: statementMs } : {}),
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
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
