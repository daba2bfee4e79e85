import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';

import { openDeps } from '#backend/compose/deps';
import { createLog } from '#backend/compose/log';
import { readConfiguration } from '#backend/config/read';
import { apiSchema } from '#backend/config/schema';
import type { AppContext } from '#backend/domain/context';
import { sweepLeftovers } from '#backend/domain/retention/sweep-leftovers';

import { type Books, findBookFaults } from './books';
import type { Cluster } from './cluster';
import type { Acknowledged } from './journeys';

const longestWaitMs = 240_000;
const twoDaysMs = 2 * 86_400_000;

export interface Checked {
  faults: string[];
  counts: Record<'orders' | 'succeeded' | 'uploads' | 'entries' | 'leftovers' | 'files', number>;
}

/** After the faults: waits until all tasks have ended, then compares database, store and acknowledgements. */
export async function checkCluster(cluster: Cluster, known: Acknowledged): Promise<Checked> {
  const environment = { ...cluster.environment, DATA_DIR: cluster.folder };
  const config = readConfiguration(apiSchema, environment);
  const { deps, close } = await openDeps(config, { log: createLog('drill', 'silent'), pool: { max: 4 } });
  try {
    await untilIdle(deps, known);
    const books = await readBooks(deps);
    const faults = findBookFaults(books, known);
    faults.push(...(await findJobFaults(deps)), ...(await findUnreadable(deps, known)));
    const later = { ...deps, now: () => new Date(Date.now() + twoDaysMs) };
    const { files, abandoned } = await sweepLeftovers(later);
    const kept = await keysInStore(deps);
    faults.push(...(await findUnreferenced(deps, kept)));
    await deps.storage.remove(...kept);
    const counts = {
      ...{ orders: books.orders.length, uploads: known.uploads.size, entries: books.entries.length },
      ...{ succeeded: books.orders.filter(({ status }) => status === 'succeeded').length },
      ...{ leftovers: files + abandoned, files: kept.length },
    };
    return { faults, counts };
  } finally {
    await close();
  }
}

/** Payment rounds run each minute. Jobs that wait for a later attempt do not count. */
async function untilIdle({ db }: AppContext, { paid }: Acknowledged): Promise<void> {
  const deadline = Date.now() + longestWaitMs;
  while (Date.now() < deadline) {
    const { rows } = await sql<{ open: number }>`
      select (select count(*) from task where status in ('queued', 'running'))
        + (select count(*) from payment where id = any(${[...paid]}) and status <> 'paid')
        + (select count(*) from graphile_worker.jobs where locked_at is not null or run_at <= now() and attempts < max_attempts)
        as open`.execute(db);
    if (Number(rows[0]!.open) === 0) return;
    await pause(500);
  }
}

async function readBooks({ db }: AppContext): Promise<Books> {
  const tasks = db.selectFrom('task').select(['id', 'kind', 'status']).where('status', 'in', ['queued', 'running']);
  return {
    wallets: await db.selectFrom('wallet').select(['account_id', 'balance']).execute(),
    entries: await db.selectFrom('credit_entry').select(['account_id', 'kind', 'delta', 'reference']).execute(),
    orders: await db
      .selectFrom('creation')
      .innerJoin('task', 'task.id', 'creation.task_id')
      .select(['creation.id', 'creation.price', 'task.status'])
      .execute(),
    payments: await db.selectFrom('payment').select(['id', 'status', 'credits']).execute(),
    uploads: await db.selectFrom('material').select(['id', 'sha256', 'status']).execute(),
    openTasks: await tasks.execute(),
  };
}

/** Jobs that no worker will run again. */
async function findJobFaults({ db }: AppContext): Promise<string[]> {
  const { rows } = await sql<{ task: string; attempts: number; error: string | null; is_locked: boolean }>`
    select task_identifier as task, attempts, last_error as error, locked_at is not null as is_locked
    from graphile_worker.jobs where locked_at is not null or attempts >= max_attempts`.execute(db);
  return rows.map(({ task, attempts, error, is_locked }) => {
    const state = is_locked ? 'is still locked' : 'was given up';
    return `job ${task} ${state} after ${attempts} attempts: ${error ?? 'no error'}`;
  });
}

/** Acknowledged uploads and results, read whole and compared with their hashes. */
async function findUnreadable({ db, storage }: AppContext, known: Acknowledged): Promise<string[]> {
  const faults: string[] = [];
  const compare = async (what: string, key: string | null, sha256: string | null) => {
    const opened = key && (await storage.open(key));
    if (!opened) return void faults.push(`${what} has no file`);
    const hash = createHash('sha256');
    for await (const piece of opened.stream) hash.update(piece as Buffer);
    if (hash.digest('hex') !== sha256) faults.push(`${what} is not what was stored`);
  };
  for (const { id, file_key } of await db.selectFrom('material').select(['id', 'file_key']).execute()) {
    const sent = known.uploads.get(id);
    if (sent?.is === 'there') await compare(`upload ${id}`, file_key, sent.sha256);
  }
  const results = await db
    .selectFrom('creation')
    .innerJoin('task', 'task.id', 'creation.task_id')
    .select(['creation.id', 'result_key', 'result_sha256'])
    .where('task.status', '=', 'succeeded')
    .execute();
  for (const { id, result_key, result_sha256 } of results) await compare(`result ${id}`, result_key, result_sha256);
  return faults;
}

async function keysInStore({ storage }: AppContext): Promise<string[]> {
  const keys: string[] = [];
  for (const folder of ['materials', 'faces', 'creations', 'moderation'])
    for await (const { key } of storage.list(folder)) keys.push(key);
  return keys;
}

/** Independently of the sweep: no row contains the key. */
async function findUnreferenced({ db }: AppContext, keys: string[]): Promise<string[]> {
  const texts: string[] = [];
  for (const table of [
    'material',
    'task',
    'face_photo',
    'face_examination',
    'creation',
    'creation_export',
    'moderation',
  ]) {
    const { rows } = await sql<{ row: string }>`select to_json(t)::text as row from ${sql.table(table)} t`.execute(db);
    texts.push(...rows.map(({ row }) => row));
  }
  const all = texts.join('\n');
  return keys.filter((key) => !all.includes(key)).map((key) => `${key} is in the store, and no row refers to it`);
}
