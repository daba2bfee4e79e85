import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Logger, makeWorkerUtils } from 'graphile-worker';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reportHealth } from '#backend/http/health';
import { openLiveness, releaseJobsOfDeadWorkers } from '#backend/jobs/liveness';
import { liveWorkers } from '#backend/queue/live-workers';
import { member, openBackend, type TestBackend } from '#tests/support/backend';
import { upload } from '#tests/support/journey';
import { patience } from '#tests/support/patience';
import { portraitBytes } from '#tests/support/portraits';

async function rescuer(backend: TestBackend) {
  const utils = await makeWorkerUtils({ pgPool: backend.pool, logger: new Logger(() => () => {}) });
  onTestFinished(async () => utils.release());
  return () => releaseJobsOfDeadWorkers(backend.db, utils);
}

async function ageLocks(backend: TestBackend): Promise<number> {
  const { rowCount } = await backend.pool.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_by is not null`,
  );
  return rowCount ?? 0;
}

test('a live worker keeps its job, however long it takes', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const large = await sharp(portraitBytes('amara')).resize(3200, 4000).jpeg().toBuffer();
  const material_id = await upload(backend, ada, large);
  const rescue = await rescuer(backend);
  await backend.startWorker();
  await ada.call('upload_detect_create', { material_id });
  while ((await ageLocks(backend)) === 0) await pause(2);
  expect(await rescue()).toEqual([]);
});

test('a live worker renews its locks, which the queue takes for those of a dead one after four hours', async () => {
  const backend = await openBackend();
  const another = await openLiveness(backend.url, () => {});
  onTestFinished(() => another.end());
  await another.claim('another');
  let end = () => {};
  const sending = new Promise<void>((resolve) => (end = resolve));
  await backend.startWorker({ mailer: { send: () => sending } });
  onTestFinished(() => end());
  await backend.call('email_register', { email: 'ada@example.com', password: 'a long enough phrase' });
  const [jobs, queues] = ['graphile_worker._private_jobs', 'graphile_worker._private_job_queues'];
  const owner = async () =>
    (await backend.pool.query<{ locked_by: string | null }>(`select locked_by from ${jobs}`)).rows[0]!.locked_by;
  await expect.poll(owner, patience).toEqual(expect.any(String));
  const longAgo = `now() - interval '3 hours'`;
  await backend.pool.query(
    `insert into ${queues} (queue_name, locked_at, locked_by) values ('ada', ${longAgo}, $1), ('bo', ${longAgo}, 'another')`,
    [await owner()],
  );
  await backend.pool.query(`update ${jobs} set locked_at = ${longAgo}`);
  const hours = async (table: string) => {
    const age = 'round(extract(epoch from now() - locked_at) / 3600)::int';
    return (await backend.pool.query<{ age: number }>(`select ${age} as age from ${table} order by id`)).rows;
  };
  await expect.poll(() => hours(jobs), patience).toEqual([{ age: 0 }]);
  await expect.poll(() => hours(queues), patience).toEqual([{ age: 0 }, { age: 3 }]);
});

test('a worker asks PostgreSQL to notice when its machine vanishes', async () => {
  const backend = await openBackend();
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => queries.mockRestore());
  const liveness = await openLiveness(backend.url, () => {});
  await liveness.end();
  const set = (name: string, seconds: string) =>
    expect(queries).toHaveBeenCalledWith(expect.anything(), [name, seconds]);
  set('tcp_keepalives_idle', '10');
  set('tcp_keepalives_interval', '5');
  set('tcp_keepalives_count', '4');
});

test('the job of a dead worker is released', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  await ada.call('upload_detect_create', { material_id });
  const rescue = await rescuer(backend);
  await backend.pool.query(`update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now()`);
  expect(await rescue(), 'it may just have been born').toEqual([]);
  await ageLocks(backend);
  expect(await rescue()).toEqual(['gone']);
  expect(await rescue()).toEqual([]);
});

test('the health report names the live workers’ decoders', async () => {
  const backend = await openBackend();
  const workers = async () => (await reportHealth(backend.deps)).parts.workers;
  expect(await workers()).toEqual({ ok: false, detail: 'no worker is alive' });
  const decoders = 'ffmpeg 7.1.5-0+deb13u1 (bubblewrap)';
  for (const lanes of [['one'], ['two', 'three']]) {
    const liveness = await openLiveness(backend.url, () => {}, decoders);
    onTestFinished(() => liveness.end());
    for (const id of lanes) await liveness.claim(id);
  }
  expect(await workers()).toEqual({ ok: true, detail: `2 alive; ${decoders}` });
});

test('a live worker tells its lane and qualities, and the id that locks its jobs', async () => {
  const backend = await openBackend();
  let end = () => {};
  const sending = new Promise<void>((resolve) => (end = resolve));
  const high = { id: 'high', name: 'High', kinds: ['photo'], priceFactor: 2 } as const;
  const stop = await backend.startWorker({ mailer: { send: () => sending }, qualities: [high] });
  onTestFinished(() => end());
  await backend.call('email_register', { email: 'ada@example.com', password: 'a long enough phrase' });
  const lockedBy = async () => {
    const hash = 'select (hashtext(locked_by)::bigint & 4294967295)::text as id from graphile_worker._private_jobs';
    return (await backend.pool.query<{ id: string | null }>(hash)).rows[0]!.id;
  };
  await expect.poll(lockedBy, patience).toEqual(expect.any(String));
  const known = { lane: 'batch', qualities: ['high'], ids: expect.arrayContaining([await lockedBy()]) };
  expect(await liveWorkers(backend.db)).toEqual([known]);
  end();
  await stop();
  expect(await liveWorkers(backend.db)).toEqual([]);
});
