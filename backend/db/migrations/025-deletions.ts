import { sql, type Kysely } from 'kysely';

/** Hidden at once, restored by an undo, otherwise erased from `erase_at` on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deletion (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      kind text not null check (kind in ('creation', 'material')),
      count integer not null check (count > 0),
      undo_until timestamptz not null,
      erase_at timestamptz not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index deletion_account on deletion (account_id)`.execute(db);
  await sql`create index deletion_due on deletion (erase_at)`.execute(db);
  for (const table of ['creation', 'material']) {
    const name = sql.table(table);
    await sql`alter table ${name} add column deletion_id uuid references deletion`.execute(db);
    await sql`create index ${sql.ref(`${table}_deletion`)} on ${name} (deletion_id) where deletion_id is not null`.execute(
      db,
    );
  }
}
