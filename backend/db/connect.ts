import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './types';

/** The database, or a transaction on it: what every domain verb is given. */
export type Db = Kysely<Database> | Transaction<Database>;

export interface Connection {
  db: Kysely<Database>;
  pool: pg.Pool;
  close(): Promise<void>;
}

// Sizes are far below 2^53, and a string would be a trap in every sum.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface PoolOptions {
  /** Connections. */
  max?: number;
  /** How long a caller waits for a connection of the pool; then it fails, see `isDatabaseUnavailable`. */
  acquireMs?: number;
  /** The longest one statement may take, waiting for locks included; a transaction may idle as long between two. */
  statementMs?: number;
}

/** Opens a pool; a connection that dies while idle is replaced, not thrown. Without `statementMs`, statements are unbounded. */
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

/** Runs the work in a transaction: the one it is already in, or a new one. */
export function inTransaction<T>(db: Db, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Transaction<Database>);
  return (db as Kysely<Database>).transaction().execute(work);
}

/** Lets several reads see the database as it was at one moment: nothing that commits between them is half seen. */
export function inSnapshot<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db);
  return (db as Kysely<Database>)
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read);
}
