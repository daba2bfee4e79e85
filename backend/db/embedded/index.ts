/** The first process starts PostgreSQL, the last one stops it. */
import type pg from 'pg';

import { findBinaries } from './binaries';
import { prepareArchive } from './archive';
import { prepareHome } from './home';
import { acquireLease } from './lease';
import { connectOrStart, connectionString, type Server, shutDown } from './server';

export { copyBase, type Base } from './base-backup';
export { PostgresUnavailable } from './errors';
export { recoverPostgres } from './recover';

export interface Postgres {
  /** For processes of this user or root. */
  url: string;
  /** If no other process uses it. Idempotent. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  root: string;
  log?: (line: string) => void;
  durable?: boolean;
  /** Folder that receives the write-ahead log, for recovery to a point in time. */
  walArchive?: string | undefined;
}

const DATABASE = 'faceswap';

/** @throws PostgresUnavailable */
export async function startPostgres({
  root,
  log = () => {},
  durable = true,
  walArchive,
}: PostgresOptions): Promise<Postgres> {
  const home = prepareHome(root);
  const server: Server = { home, binaries: await findBinaries(home.account), durable, walArchive, log };
  if (walArchive) prepareArchive(walArchive, home);
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
