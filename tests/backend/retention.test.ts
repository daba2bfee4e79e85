import { expect, onTestFinished, test } from 'vitest';
import { addDays } from '#backend/domain/context';
import { retentionRules, type RetentionRule } from '#backend/domain/retention/rules';
import { sweep } from '#backend/domain/retention/sweep';
import { member, openBackend, type TestBackend } from '#tests/support/backend';

const rules = Object.entries(retentionRules);
const swept = rules.flatMap(([table, rule]) => ('days' in rule ? [[table, rule] as const] : []));
const minuteMs = 60_000;

interface Column {
  column_name: string;
  data_type: string;
}

/** A value of each type; columns with a closed list of values have one of it. */
const samples: Record<string, () => unknown> = {
  uuid: () => crypto.randomUUID(),
  text: () => crypto.randomUUID(),
  'character varying': () => crypto.randomUUID(),
  // As long as a SHA-256.
  bytea: () => crypto.getRandomValues(Buffer.alloc(32)),
  integer: () => 1,
  bigint: () => 1,
  'double precision': () => 1,
  boolean: () => false,
  jsonb: () => '{}',
  ARRAY: () => [],
  'timestamp with time zone': () => new Date(),
};
const listed: Record<string, Record<string, unknown>> = {
  material: { kind: 'photo', status: 'ready' },
  creation: { kind: 'photo' },
  task: { kind: 'swap', status: 'succeeded', finished_at: new Date() },
  idempotency: { answer: '{}' },
  mail_code: { purpose: 'reset' },
  deletion: { kind: 'creation', count: 1 },
  moderation: { subject: 'upload', outcome: 'stopped' },
  webhook_event: { type: 'ping' },
  feedback_attachment: { feedback_id: null },
};

/** Without foreign keys: each table is swept by its own rule. */
async function insertRow({ pool }: TestBackend, table: string, values: Record<string, unknown>): Promise<void> {
  const { rows: columns } = await pool.query<Column>(
    `select column_name, data_type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and column_default is null
       and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  const filled = columns.map(({ column_name, data_type }) => [column_name, samples[data_type]!()]);
  const row = { ...Object.fromEntries(filled), ...listed[table], ...values };
  const names = Object.keys(row);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    const places = names.map((_, index) => `$${index + 1}`).join(', ');
    await client.query(`insert into "${table}" ("${names.join('", "')}") values (${places})`, Object.values(row));
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** A creation is swept with its task. */
async function insertAt(backend: TestBackend, table: string, { after }: { after: string }, at: Date): Promise<void> {
  const value = table === 'rate_limit' ? at.getTime() : at;
  const far = addDays(at, 1000);
  const others = table === 'access_token' ? { expires_at: far } : {};
  const task = crypto.randomUUID();
  if (table === 'creation') await insertRow(backend, 'task', { id: task });
  await insertRow(backend, table, { ...others, ...(table === 'creation' ? { task_id: task } : {}), [after]: value });
}

async function countOf({ pool }: TestBackend, table: string): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int as n from "${table}"`);
  return rows[0].n;
}

test('every table of the database has a rule, and every rule a table', async () => {
  const backend = await openBackend();
  const { rows } = await backend.pool.query(
    `select table_name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`,
  );
  const tables = rows.map(({ table_name }) => String(table_name)).sort();
  expect(tables).toEqual(rules.map(([table]) => table).sort());
});

test.each(swept)('rows of %s are there until the rule’s time, and gone after it', async (table, rule) => {
  const backend = await openBackend();
  const start = new Date();
  await insertAt(backend, table, rule, start);
  const end = addDays(start, rule.days).getTime();
  backend.deps.now = () => new Date(end - minuteMs / 2);
  await sweep(backend.deps);
  expect(await countOf(backend, table)).toBe(1);
  backend.deps.now = () => new Date(end + minuteMs);
  await sweep(backend.deps);
  expect(await countOf(backend, table)).toBe(0);
  if (table === 'creation') expect(await countOf(backend, 'task')).toBe(0);
});

/** Of swaps that failed: these have no files. */
async function insertExpired({ pool }: TestBackend, account: string, count: number): Promise<void> {
  await pool.query(
    `insert into material (id, account_id, kind, name, format, status, file_key, expires_at)
     select id, $1, 'photo', 'a.jpg', 'jpg', 'ready', 'materials/' || id || '/original.jpg', now() - interval '1 minute'
     from (select gen_random_uuid() id from generate_series(1, $2)) ids`,
    [account, count],
  );
  await pool.query(
    `with failed as (
       insert into task (id, account_id, kind, status, finished_at)
       select gen_random_uuid(), $1, 'swap', 'failed', now() from generate_series(1, $2) returning id)
     insert into creation (id, account_id, task_id, tool_id, name, kind, price, bindings, label_visible, source_type, expires_at)
     select id, $1, id, 'P001', 'a.jpg', 'photo', 1, '{}', true, 'compositeSynthetic', now() - interval '1 minute' from failed`,
    [account, count],
  );
}

const expiredTables = ['material', 'creation', 'task'];

test('one sweep removes everything that has expired, however much it is', async () => {
  const backend = await openBackend();
  await insertExpired(backend, (await member(backend)).accountId, 450);
  await sweep(backend.deps);
  for (const table of expiredTables) expect(await countOf(backend, table), table).toBe(0);
});

test('a sweep that is interrupted reports what it leaves, and the next one removes it', async () => {
  const backend = await openBackend();
  await insertExpired(backend, (await member(backend)).accountId, 250);
  const logged: unknown[] = [];
  const log = { ...backend.deps.log, warn: (fields: object, event: string) => logged.push([event, fields]), info() {} };
  const deps = { ...backend.deps, log: log as never };
  await sweep(deps, { signal: AbortSignal.abort() });
  for (const table of expiredTables) expect(await countOf(backend, table), table).toBe(50);
  expect(logged).toEqual([['sweep_incomplete', { kinds: ['creations', 'uploads'] }]]);
  await sweep(deps, { signal: AbortSignal.abort() });
  for (const table of expiredTables) expect(await countOf(backend, table), table).toBe(0);
  expect(logged).toHaveLength(1);
});

test('a step of a sweep that fails is reported, and does not keep the others from their work', async () => {
  const backend = await openBackend();
  const { accountId } = await member(backend);
  await insertExpired(backend, accountId, 1);
  await insertRow(backend, 'share', { account_id: accountId, expires_at: addDays(new Date(), -1) });
  await backend.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before delete on creation execute function refuse()`);
  onTestFinished(async () => void (await backend.pool.query('drop function refuse cascade')));
  const logged: unknown[] = [];
  const log = { ...backend.deps.log, error: ({ step }: { step: string }, event: string) => logged.push([event, step]) };
  await expect(sweep({ ...backend.deps, log: log as never })).rejects.toThrow(/creations/);
  expect(await countOf(backend, 'creation')).toBe(1);
  for (const table of ['material', 'share']) expect(await countOf(backend, table), table).toBe(0);
  expect(logged).toEqual([['sweep_step_failed', 'creations']]);
});

/** Deleted by the program, in an order that foreign keys alone do not give (`delete-account.ts`). */
const byProgram = ['face', 'face_photo', 'task', 'creation_export'];

test('rows that belong to another are deleted with it, by the database or by the program', async () => {
  const backend = await openBackend();
  const { rows } = await backend.pool.query(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent
     from pg_constraint where contype = 'f' and confdeltype = 'c'`,
  );
  const cascades = new Set(rows.map(({ child, parent }) => `${child} with ${parent}`));
  const isProven = ([table, rule]: [string, RetentionRule]) =>
    !('with' in rule) || cascades.has(`${table} with ${rule.with}`) || byProgram.includes(table);
  expect(rules.filter((entry) => !isProven(entry)).map(([table]) => table)).toEqual([]);
});
