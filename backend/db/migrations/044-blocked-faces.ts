import { sql, type Kysely } from 'kysely';

/** People who asked that their face is not used here. `identity` is encrypted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table blocked_face (
      id uuid primary key,
      email text not null,
      identity bytea,
      failure text,
      created_at timestamptz not null default now()
    )`.execute(db);
}
