import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { connect } from '#backend/db/connect';
import { migrate } from '#backend/db/migrate';
import { emptyDatabase } from '#tests/support/database';

test('four concurrent migrations apply each migration once', async () => {
  const url = await emptyDatabase();
  const inFolder = readdirSync('backend/db/migrations').map((file) => file.replace(/\.ts$/, ''));
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(url)));
  expect(applied.flat().sort()).toEqual(inFolder);
  expect(await migrate(url)).toEqual([]);
  const { db, close } = connect(url);
  expect(await db.selectFrom('account').selectAll().execute()).toEqual([]);
  await close();
});
