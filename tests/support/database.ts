import { randomUUID } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { openTestPostgres, withClient } from './embedded-postgres';
import { resetDatabase } from './reset-database';

const freshName = () => `test_${randomUUID().replaceAll('-', '')}`;

/** Of ended tests. */
const free: string[] = [];

/** Migrated; reset for later tests. */
export async function testDatabase(): Promise<string> {
  const url = free.pop() ?? (await openTestPostgres(inject('postgresUrl')).cloneDatabase(freshName()));
  onTestFinished(async () => {
    await withClient(url, resetDatabase);
    free.push(url);
  });
  return url;
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
