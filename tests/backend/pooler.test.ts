import { sql } from 'kysely';
import { pino } from 'pino';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { databaseOf, openDeps } from '#backend/compose/deps';
import { readConfiguration } from '#backend/config/read';
import { apiSchema } from '#backend/config/schema';
import { connect } from '#backend/db/connect';
import { member, openBackend } from '#tests/support/backend';
import { testDatabase } from '#tests/support/database';
import { addFace, detect, ledgerOf, upload, waitForSwap } from '#tests/support/journey';
import { patience } from '#tests/support/patience';
import { poolerFor } from '#tests/support/pooler';
import { portraitBytes } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';

test('a site behind a pooler in transaction mode: every call works, and the ledger is exact', async () => {
  const url = await testDatabase();
  const backend = await openBackend({}, { url, pooler: await poolerFor(url) });
  await backend.startWorker();
  const ada = await member(backend, { credits: 50 });
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  await detect(ada, material_id);
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  const { order_id } = await ada.call('faceswap_create', swap, 'a-key-of-this-order');
  expect(await ada.call('faceswap_create', swap, 'a-key-of-this-order')).toMatchObject({ order_id });
  // More calls at once than connections, with rate limits, transactions and snapshots.
  const calls = Array.from({ length: 40 }, (_, index) =>
    index % 2 === 0
      ? ada.call('my_userinfo', {})
      : ada.call('upload_sign_url', { format: 'jpg', name: `${index}.jpg`, size: 9 }),
  );
  expect(await Promise.all(calls)).toHaveLength(40);
  expect((await waitForSwap(ada, order_id)).status).toBe('succeeded');
  const { sum, balance } = await ledgerOf(backend, ada);
  expect(sum).toBe(balance);
});

test('a named statement, which the rate limits use, does not depend on its connection', async () => {
  const url = await testDatabase();
  const { pool, close } = connect(await poolerFor(url), { max: 1, isPooled: true });
  onTestFinished(close);
  const ask = { name: 'one', text: 'select $1::int as value', values: [1] };
  for (let time = 0; time < 9; time++) expect((await pool.query(ask)).rows).toEqual([{ value: 1 }]);
});

test('without DATABASE_DIRECT_URL, the pooler refuses the settings of sessions', async () => {
  const url = await testDatabase();
  const { db, close } = connect(await poolerFor(url), { max: 1, statementMs: 1000 });
  onTestFinished(close);
  await expect(sql`select 1`.execute(db)).rejects.toThrow(/unsupported startup parameter/);
});

test('statements time out as the pooler says, and a pooler without a timeout is reported', async () => {
  const url = await testDatabase();
  const { db, close } = connect(await poolerFor(url, { timeoutMs: 100 }), { isPooled: true });
  onTestFinished(close);
  const endless = sql`select count(*) from generate_series(1, 1000000000)`.execute(db);
  await expect(endless).rejects.toThrow(/statement timeout/);

  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const open = async (pooler: string) => {
    const config = readConfiguration(apiSchema, {
      ...{ DATA_DIR: scratchFolder(), DATABASE_URL: pooler, DATABASE_DIRECT_URL: url },
      MEDIA_SECRET: 'a secret of this test alone, long enough',
    });
    expect(databaseOf(config)).toEqual({ url: pooler, directUrl: url, isPooled: true });
    const deps = await openDeps(config, { log, pool: { max: 2 } });
    onTestFinished(deps.close);
  };
  await open(await poolerFor(url, { timeoutMs: 0 }));
  await vi.waitFor(() => expect(lines.join()).toContain('statement_timeout_missing'), patience);
});

test('notifications do not pass through the pooler', async () => {
  const url = await testDatabase();
  const backend = await openBackend({}, { url, pooler: await poolerFor(url) });
  const waiting = backend.deps.notifications.waitFor('a topic', () => Promise.resolve(undefined), 200);
  const { Client } = pg;
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const listeners = async () =>
    (await client.query("select from pg_stat_activity where datname = current_database() and query like 'listen %'"))
      .rowCount;
  await vi.waitFor(async () => expect(await listeners()).toBe(1), patience);
  await waiting;
});
