import { mkdir, rm } from 'node:fs/promises';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CallName } from '#contract';
import { issueToken } from '#backend/domain/account/tokens';
import { sweep } from '#backend/domain/retention/sweep';
import { workFolderOf } from '#backend/domain/swap/work-folder';
import { failLostTasks } from '#backend/jobs/fail-lost-tasks';
import { openBackend } from '#tests/support/backend';
import { withClient } from '#tests/support/embedded-postgres';
import { heavyAccount, insertOrders } from '#tests/support/many-orders';

const large = ['account', 'material', 'task', 'creation', 'consent', 'credit_entry', 'face', 'face_photo', 'wallet'];

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Heap Fetches'?: number;
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** An entry of an index counts only if its row had to be read too. */
function rowsRead(node: Plan): number {
  if (node['Node Type'] === 'Index Only Scan') return node['Heap Fetches']!;
  if (!node['Relation Name']) return 0;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows']! + removed) * node['Actual Loops']!;
}

async function planOf(client: pg.Client, [text, values]: [string, unknown[]], options = ''): Promise<Plan[]> {
  const explain = `explain (format json${options}) ${text}`;
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain, values);
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
}

const isSelect = (text: string) => /^\s*select\b/i.test(text);
const isPlanned = (text: string) => /^\s*(select|with|update|delete)\b/i.test(text);

/** Every statement of `work`, with the values of its first execution. */
async function statementsOf(work: () => Promise<unknown>): Promise<Map<string, unknown[]>> {
  const found = new Map<string, unknown[]>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [string | { text?: string; values?: unknown[] }, unknown[]?];
    const text = typeof config === 'string' ? config : config.text;
    if (text && !found.has(text)) {
      found.set(
        text,
        (typeof config === 'string' ? undefined : config.values) ?? (Array.isArray(values) ? values : []),
      );
    }
    return query.apply(this, args);
  });
  await work().finally(() => spy.mockRestore());
  return found;
}

test('no list, poll or sweep reads a large table from its beginning to its end', async () => {
  const backend = await openBackend();
  await withClient(backend.url, (client) => insertOrders(client, { orders: 40_000, accounts: 4_000, heavy: 60 }));
  const { token } = await issueToken(backend.deps, heavyAccount);
  const lastOf = async (table: 'creation' | 'material') =>
    (
      await backend.db
        .selectFrom(table)
        .select('id')
        .where('account_id', '=', heavyAccount)
        .limit(1)
        .executeTakeFirstOrThrow()
    ).id;
  const [order_id, material_id] = [await lastOf('creation'), await lastOf('material')];
  // Of a swap of another installation.
  const folder = workFolderOf(uuidv7());
  await mkdir(folder);
  onTestFinished(() => rm(folder, { recursive: true }));
  const page = { page: '3', per_page: '20' };
  const calls = [
    ['my_userinfo', {}],
    ...['newest', 'oldest', 'name'].map((sort) => ['my_creates', { ...page, sort }] as const),
    ['my_creates', { ...page, state: 'ended', type: 'photo' }],
    ...['newest', 'size'].map((sort) => ['my_uploads', { ...page, sort }] as const),
    ['my_faces', page],
    ['my_credit_lists', page],
    ['my_payment_lists', page],
    ['my_sessions', {}],
    ['faceswap_result', { order_id }],
    ['upload_material_detail', { material_id }],
    ['share_lists', { order_id }],
  ] as const;
  const statements = await statementsOf(async () => {
    for (const [name, input] of calls) await backend.call(name, input, { token });
    await sweep(backend.deps);
    await failLostTasks(backend.deps);
  });
  const planned = [...statements].filter(([text]) => isPlanned(text));
  expect(planned.length).toBeGreaterThan(40);
  const scans: string[] = [];
  await withClient(backend.url, async (client) => {
    for (const statement of planned) {
      for (const node of await planOf(client, statement)) {
        const isScan = node['Node Type'] === 'Seq Scan' && large.includes(node['Relation Name']!);
        if (isScan) scans.push(`${node['Relation Name']}: ${statement[0]}`);
      }
    }
  });
  expect(scans).toEqual([]);
});

test('a reading of the queue reads the jobs that are next, however many wait, and no task that has ended', async () => {
  const backend = await openBackend();
  const limit = { waiting: 100, running: 10 };
  const statements = await statementsOf(() => backend.deps.jobs.read(backend.db, limit));
  await withClient(backend.url, async (client) => {
    const rowsOf = async (table: string) => {
      let rows = 0;
      for (const statement of statements) {
        const nodes = await planOf(client, statement, ', analyze');
        for (const node of nodes.filter((one) => one['Relation Name'] === table)) {
          if (table === 'task') expect(node['Node Type']).not.toBe('Seq Scan');
          rows += rowsRead(node);
        }
      }
      return rows;
    };
    const addJobs = `select graphile_worker.add_job('swap_photo', max_attempts => 3, job_key => id::text) from`;
    await insertOrders(client, { orders: 20_000, accounts: 2_000, heavy: 400 });
    await client.query(`${addJobs} gen_random_uuid() id`);
    await client.query('vacuum analyze');
    await client.query(
      `insert into task (id, account_id, kind) select gen_random_uuid(), $1, 'swap' from generate_series(1, 4000)`,
      [heavyAccount],
    );
    await client.query(`${addJobs} task where status = 'queued'`);
    const openTwice = 2 * 4_000;
    expect(await rowsOf('task'), 'grown since its tables were measured').toBeLessThanOrEqual(openTwice);
    await client.query('vacuum analyze');
    expect(await rowsOf('task')).toBeLessThanOrEqual(openTwice);
    expect(await rowsOf('_private_jobs')).toBeLessThanOrEqual(limit.waiting);
  });
});

test('a list reads the rows of its page, however many the account has', async () => {
  const backend = await openBackend();
  await withClient(backend.url, (client) => insertOrders(client, { orders: 20_000, accounts: 2_000, heavy: 400 }));
  const { token } = await issueToken(backend.deps, heavyAccount);
  const page = { page: '3', per_page: '20' };
  const rowsOf = async (work: () => Promise<unknown>) => {
    const statements = await statementsOf(work);
    let rows = 0;
    await withClient(backend.url, async (client) => {
      for (const statement of [...statements].filter(([text]) => isSelect(text))) {
        for (const node of await planOf(client, statement, ', analyze')) rows += rowsRead(node);
      }
    });
    return rows;
  };
  const lists: [CallName, object][] = [
    ...['newest', 'oldest', 'name'].map((sort): [CallName, object] => ['my_creates', { ...page, sort }]),
    ...['done', 'ended'].map((state): [CallName, object] => ['my_creates', { ...page, sort: 'name', state }]),
    ['my_creates', { ...page, type: 'video' }],
    ...['newest', 'oldest', 'name', 'size'].map((sort): [CallName, object] => ['my_uploads', { ...page, sort }]),
    ['my_uploads', { ...page, state: 'rejected' }],
    ['my_userinfo', {}],
    ['my_credit_lists', page],
  ];
  for (const [name, input] of lists) {
    // 20 rows of each joined table, and those of the session.
    const rows = await rowsOf(() => backend.call(name, input, { token }));
    expect(rows, `${name} ${JSON.stringify(input)}`).toBeLessThan(100);
  }
});

test('each foreign key of a table that grows has an index: a deletion finds the rows that refer to it', async () => {
  const backend = await openBackend();
  await withClient(backend.url, async (client) => {
    const { rows } = await client.query<{ missing: string }>(
      `select conrelid::regclass || '.' || attname as missing
       from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
       where contype = 'f' and conrelid::regclass::text = any($1) and not exists (
         select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
       )`,
      [large],
    );
    expect(rows).toEqual([]);
  });
});
