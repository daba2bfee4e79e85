import { sql, type Kysely } from 'kysely';

/** What the list of signed-in devices shows. `device` is in words: the User-Agent itself is not stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table access_token
      add column id uuid not null default gen_random_uuid() unique,
      add column device text,
      add column address text,
      add column last_used_at timestamptz not null default now()`.execute(db);
}
