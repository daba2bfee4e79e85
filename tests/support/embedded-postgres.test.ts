import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { openTestPostgres, startTestPostgres } from './embedded-postgres';

async function query(connectionString: string, statement: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test('gives each test file a migrated database of its own, with shared memory in its folder instead of /dev/shm', async () => {
  const server = await startTestPostgres();
  onTestFinished(() => server.stop());
  await server.createTemplate((url) => query(url, 'create table note (number int)'));

  const one = await openTestPostgres(server.url).cloneDatabase('one');
  const other = await server.cloneDatabase('other');
  await query(one, 'insert into note values (7)');

  expect(await query(one, 'select number from note')).toEqual([{ number: 7 }]);
  expect(await query(other, 'select number from note')).toEqual([]);
  expect(await query(one, 'show dynamic_shared_memory_type')).toEqual([{ dynamic_shared_memory_type: 'mmap' }]);
});
