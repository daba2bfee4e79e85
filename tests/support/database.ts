import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { openTestPostgres } from './embedded-postgres';

async function execute(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const freshName = () => `test_${randomUUID().replaceAll('-', '')}`;

function dropAfterTest(name: string): void {
  onTestFinished(() => execute(`drop database if exists ${name} with (force)`));
}

/** A migrated database, dropped after the test. */
export async function testDatabase(): Promise<string> {
  const name = freshName();
  const url = await openTestPostgres(inject('postgresUrl')).cloneDatabase(name);
  dropAfterTest(name);
  return url;
}

export async function emptyDatabase(): Promise<string> {
  const name = freshName();
  await execute(`create database ${name}`);
  dropAfterTest(name);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
}
