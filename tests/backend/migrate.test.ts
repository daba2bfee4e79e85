import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect } from '#backend/db/connect';
import { assertMigrated, migrate } from '#backend/db/migrate';
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

test('a worker waits for the schema of its release, which an API makes', async () => {
  const url = await emptyDatabase();
  const message = /^it lacks migration \d+-[a-z-]+, which an API of this release makes when it starts$/;
  await expect(assertMigrated(url)).rejects.toThrow(message);
  await migrate(url, '044-blocked-faces');
  await expect(assertMigrated(url)).rejects.toThrow(message);
  await migrate(url);
  await assertMigrated(url);
});

test('faces of earlier versions get a name, and their picture becomes their first photo', async () => {
  const url = await emptyDatabase();
  await migrate(url, '019-sample-faces');
  const { db, close } = connect(url);
  const account = '01890000-0000-7000-8000-000000000000';
  const ids = [1, 2, 3].map((n) => `01890000-0000-7000-8000-00000000000${n}`);
  await sql`insert into account (id, email, nickname) values (${account}, 'ada@example.com', 'Ada')`.execute(db);
  for (const [i, sample] of [null, 'kenji', null].entries()) {
    await sql`
      insert into face (id, account_id, file_key, thumb_key, width, height, sample)
      values (${ids[i]}, ${account}, ${`faces/${i}.jpg`}, ${`faces/${i}-thumb.jpg`}, 300, 400, ${sample})`.execute(db);
  }
  await migrate(url);
  const faces = await db.selectFrom('face').select(['id', 'name']).orderBy('id').execute();
  expect(faces).toEqual(ids.map((id, i) => ({ id, name: ['Face 1', 'Kenji', 'Face 3'][i] })));
  const photos = await db
    .selectFrom('face_photo')
    .select(['id', 'face_id', 'file_key', 'width'])
    .orderBy('id')
    .execute();
  expect(photos).toEqual(ids.map((id, i) => ({ id, face_id: id, file_key: `faces/${i}.jpg`, width: 300 })));
  await close();
});

test('creations of earlier versions get the state of their task', async () => {
  const url = await emptyDatabase();
  await migrate(url, '044-blocked-faces');
  const { db, close } = connect(url);
  const account = '01890000-0000-7000-8000-000000000000';
  await sql`insert into account (id, email, nickname) values (${account}, 'ada@example.com', 'Ada')`.execute(db);
  for (const [i, status] of ['running', 'succeeded', 'refused'].entries()) {
    const id = `01890000-0000-7000-8000-00000000000${i}`;
    await sql`
      insert into task (id, account_id, kind, status, finished_at)
      values (${id}, ${account}, 'swap', ${status}, case when ${i} > 0 then now() end)`.execute(db);
    await sql`
      insert into creation (id, account_id, task_id, tool_id, name, kind, price, bindings, label_visible, source_type, expires_at)
      values (${id}, ${account}, ${id}, 'P001', ${status}, 'photo', 1, '{}', true, 'compositeSynthetic', now())`.execute(
      db,
    );
  }
  await migrate(url);
  const creations = await db.selectFrom('creation').select(['name', 'state']).orderBy('id').execute();
  expect(creations).toEqual([
    { name: 'running', state: 'working' },
    { name: 'succeeded', state: 'done' },
    { name: 'refused', state: 'ended' },
  ]);
  await close();
});
