import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account (
      id uuid primary key,
      email text not null,
      password_hash text,
      nickname text not null,
      avatar text,
      user_status text not null default 'free' check (user_status in ('free', 'premium', 'expired')),
      suspended_at timestamptz,
      email_verified_at timestamptz,
      utm_all text,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index account_email on account (lower(email))`.execute(db);
  await sql`
    create table access_token (
      hash bytea primary key check (octet_length(hash) = 32),
      account_id uuid not null references account on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index access_token_account on access_token (account_id)`.execute(db);
  await sql`
    create table idempotency (
      scope text not null,
      key text not null,
      call text not null,
      body_hash text not null,
      answer jsonb not null,
      created_at timestamptz not null default now(),
      primary key (scope, key)
    )`.execute(db);
}
