import { sql, type Kysely } from 'kysely';

/** By which copies of a picture that was taken down are recognised in other sizes and formats. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table material add column fingerprints bigint[] not null default '{}'`.execute(db);
  await sql`alter table creation add column fingerprints bigint[] not null default '{}'`.execute(db);
  await sql`
    create table blocked_fingerprint (
      fingerprint bigint primary key,
      case_id uuid not null references takedown_case,
      created_at timestamptz not null default now()
    )`.execute(db);
}
