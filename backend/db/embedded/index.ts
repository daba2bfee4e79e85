/**
 * PostgreSQL without installing PostgreSQL: a server of our own beside the application's data, started when the first
 * process needs it, adopted when it already runs, brought back when it dies, and stopped by the last who leaves.
 */
import type pg from 'pg';

import { findBinaries } from './binaries';
import { prepareHome } from './home';
import { acquireLease } from './lease';
import { connectOrStart, connectionString, type Server, shutDown } from './server';

export { PostgresUnavailable } from './errors';

export interface Postgres {
  /** Connects to the database `faceswap`; good for every process of this user (or of root). */
  url: string;
  /** Ends our use of the server, and the server itself if nobody else uses it. Safe to call twice. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** The directory that holds everything of the server; made if missing. */
  root: string;
  log?: (line: string) => void;
  durable?: boolean;
}

const DATABASE = 'faceswap';

/** @throws PostgresUnavailable with a message for people */
export async function startPostgres({ root, log = () => {}, durable = true }: PostgresOptions): Promise<Postgres> {
  const home = prepareHome(root);
  const server: Server = { home, binaries: await findBinaries(home.account), durable, log };
  const lease = await acquireLease(() => connectWithDatabase(server), log);
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    if (await lease.release()) await shutDown(server);
  };
  return { url: connectionString(home.sockets, DATABASE), stop: () => (stopping ??= stop()) };
}

async function connectWithDatabase(server: Server): Promise<pg.Client> {
  const client = await connectOrStart(server);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) {
    await client.query(`create database ${DATABASE}`).catch((error: pg.DatabaseError) => {
      const madeMeanwhile = error.code === '42P04' || error.code === '23505';
      if (!madeMeanwhile) throw error;
    });
  }
  return client;
}
