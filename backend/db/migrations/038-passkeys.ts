import { sql, type Kysely } from 'kysely';

/** WebAuthn credentials; `id` is the credential's own. A challenge is stored as a hash and deleted when used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkey (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkey_account on passkey (account_id)`.execute(db);
  await sql`
    create table passkey_challenge (
      hash bytea primary key,
      account_id uuid references account on delete cascade,
      expires_at timestamptz not null
    )`.execute(db);
}
