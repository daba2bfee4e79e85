import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creation add column result_sha256 text`.execute(db);
  await sql`create index creation_result on creation (result_sha256) where result_sha256 is not null`.execute(db);
  await sql`alter table face add column sha256 text`.execute(db);
  await sql`create index face_sha256 on face (sha256) where sha256 is not null`.execute(db);
  await sql`create index if not exists material_sha256 on material (sha256) where sha256 is not null`.execute(db);
  await sql`alter table takedown_case add column resolution text`.execute(db);
  await sql`
    create table blocked_file (
      sha256 text primary key,
      case_id uuid not null references takedown_case,
      created_at timestamptz not null default now()
    )`.execute(db);
}
