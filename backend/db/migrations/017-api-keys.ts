import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_key (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      hash bytea not null unique check (octet_length(hash) = 32),
      name text not null,
      last_four text not null,
      scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'create']),
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db);
  await sql`create unique index api_key_name on api_key (account_id, lower(name))`.execute(db);
}
