import type pg from 'pg';

interface Amount {
  orders: number;
  accounts: number;
  /** Of the first account; part of all orders, and scattered among them. */
  heavy: number;
}

export const accountNumber = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
export const heavyAccount = accountNumber(1);
const idOf = (n: string, table: number) => `('0000000${table}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

const tables = ['account', 'material', 'task', 'creation', 'consent', 'credit_entry', 'face', 'face_photo', 'wallet'];

/** Finished orders of many accounts with uploads, faces, consents and ledger, of the last 30 days. Needs a superuser. */
export async function insertOrders(client: pg.Client, amount: Amount): Promise<void> {
  // No triggers and no checks of foreign keys: one order after the other would take hours.
  await client.query("set session_replication_role = 'replica'; set synchronous_commit = off");
  await withoutIndexes(client, () => insertRows(client, amount));
  await client.query('reset session_replication_role');
  await client.query('vacuum analyze');
}

/** Creates the indexes that no constraint needs after the rows: that is faster than an entry for each row. */
async function withoutIndexes(client: pg.Client, insert: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid::regclass::text = any($1) and not indisunique`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await insert();
  await client.query("set maintenance_work_mem = '512MB'");
  for (const { definition } of rows) await client.query(definition);
}

async function insertRows(client: pg.Client, { orders, accounts, heavy }: Amount): Promise<void> {
  const numbers = `generate_series(1, ${orders}) n`;
  const owner = idOf(`case when n % ${Math.floor(orders / heavy)} = 0 then 1 else 1 + n % ${accounts} end`, 0);
  const other = idOf(`1 + n % ${accounts}`, 0);
  const made = `now() - interval '29 days' * (1 - n::float8 / ${orders})`;
  const hasFailed = 'n % 21 = 0';
  await client.query(`
    insert into account (id, email, nickname)
    select ${idOf('n', 0)}, 'account-' || n || '@example.com', 'Account ' || n from generate_series(1, ${accounts}) n`);
  await client.query(`
    insert into material (id, account_id, kind, name, format, size, sha256, width, height, status, file_key, created_at, expires_at)
    select ${idOf('n', 1)}, ${owner}, 'photo', 'holiday ' || n || '.jpg', 'jpg', 2000000, md5(n::text) || md5((-n)::text), 4000, 3000,
      'ready', 'materials/' || ${idOf('n', 1)} || '/original.jpg', ${made}, ${made} + interval '30 days' from ${numbers}`);
  await client.query(`
    insert into task (id, account_id, kind, material_id, status, stage, progress, work, work_units, created_at, started_at, finished_at)
    select ${idOf('n', 2)}, ${owner}, 'swap', ${idOf('n', 1)}, case when ${hasFailed} then 'failed' else 'succeeded' end, 'done', 100,
      'photo', 12, ${made}, ${made}, ${made} + interval '2 seconds' from ${numbers}`);
  await client.query(`
    insert into creation (id, account_id, task_id, state, tool_id, material_id, name, kind, price, bindings, result_key,
      result_sha256, poster_key, label_visible, source_type, created_at, expires_at)
    select ${idOf('n', 3)}, ${owner}, ${idOf('n', 2)}, case when ${hasFailed} then 'ended' else 'done' end, 'P001',
      ${idOf('n', 1)}, 'holiday ' || n || '.jpg', 'photo', 1,
      jsonb_build_object('p1', jsonb_build_array(${idOf('n', 4)})), 'creations/' || ${idOf('n', 3)} || '/result.jpg',
      md5((n + 1)::text) || md5(n::text), 'creations/' || ${idOf('n', 3)} || '/poster.jpg', true, 'compositeSynthetic', ${made},
      ${made} + interval '30 days' from ${numbers}`);
  await client.query(`
    insert into consent (id, account_id, subject, subject_id, text, given_at)
    select ${idOf('n', 5)}, ${owner}, 'swap', ${idOf('n', 3)}, 'I may use these faces.', ${made} from ${numbers}`);
  await client.query(`
    insert into credit_entry (id, account_id, kind, delta, balance_after, reference, created_at)
    select ${idOf('n', 6)}, ${owner}, 'hold', -1, 10, ${idOf('n', 3)}::text, ${made} from ${numbers}`);
  await client.query(`
    insert into wallet (account_id, balance) select ${idOf('n', 0)}, 10 from generate_series(1, ${accounts}) n`);
  await client.query(`
    insert into face (id, account_id, name, created_at)
    select ${idOf('n', 4)}, ${other}, 'Face ' || n, ${made} from generate_series(1, ${Math.ceil(orders / 10)}) n`);
  await client.query(`
    insert into face_photo (id, face_id, account_id, file_key, thumb_key, width, height, created_at)
    select ${idOf('n', 7)}, ${idOf('n', 4)}, ${other}, 'faces/' || n || '/photo.jpg', 'faces/' || n || '/thumb.jpg', 1000, 1000, ${made}
    from generate_series(1, ${Math.ceil(orders / 10)}) n`);
}
