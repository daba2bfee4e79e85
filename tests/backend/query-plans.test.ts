import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { issueToken } from '#backend/domain/account/tokens';
import { sweep } from '#backend/domain/retention/sweep';
import { failLostTasks } from '#backend/jobs/fail-lost-tasks';
import { openBackend } from '#tests/support/backend';
import { withClient } from '#tests/support/embedded-postgres';
import { heavyAccount, insertOrders } from '#tests/support/many-orders';

const large = ['account', 'material', 'task', 'creation', 'consent', 'credit_entry', 'face', 'face_photo', 'wallet'];

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

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
  } as never);
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
    for (const [name, input] of calls) await backend.call(name, input as never, { token });
    await sweep(backend.deps);
    await failLostTasks(backend.deps);
  });
  const planned = [...statements].filter(([text]) => isPlanned(text));
  expect(planned.length).toBeGreaterThan(40);
  const scans: string[] = [];
  await withClient(backend.url, async (client) => {
    for (const [text, values] of planned) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values);
      for (const node of nodesOf(rows[0]!['QUERY PLAN'][0].Plan)) {
        const isScan = node['Node Type'] === 'Seq Scan' && large.includes(node['Relation Name']!);
        if (isScan) scans.push(`${node['Relation Name']}: ${text}`);
      }
    }
  });
  expect(scans).toEqual([]);
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
