import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { openTestPostgres, withClient } from './embedded-postgres';
import { resetDatabase } from './reset-database';
import { keptSessions } from './kept-connections';

const freshName = () => `test_${randomUUID().replaceAll('-', '')}`;

interface ReusedDatabase {
  url: string;
  /** Stays open between tests: a new connection would read the catalogue and plan the reset again. */
  resetting?: pg.Client | undefined;
}

/** Of ended tests. */
const free: ReusedDatabase[] = [];

/** Migrated; reset for later tests. */
export async function testDatabase(): Promise<string> {
  const database = free.pop() ?? {
    url: await openTestPostgres(inject('postgresUrl')).cloneDatabase(freshName()),
  };
  onTestFinished(async () => {
    await resetDatabase((database.resetting ??= await openResetting(database)), keptSessions(database.url));
    free.push(database);
  });
  return database.url;
}

async function openResetting(database: ReusedDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  // Some tests end all connections.
  client.on('error', () => (database.resetting = undefined));
  await client.connect();
  (client.connection.stream as Socket).unref();
  return client;
}

/** Empty; dropped after the test. */
export async function emptyDatabase(): Promise<string> {
  const name = freshName();
  const execute = (statement: string) => withClient(inject('postgresUrl'), (client) => client.query(statement));
  await execute(`create database ${name}`);
  onTestFinished(() => execute(`drop database if exists ${name} with (force)`));
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
}
