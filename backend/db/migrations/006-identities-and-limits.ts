import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity (
      provider text not null check (provider in ('google')),
      subject text not null,
      account_id uuid not null references account on delete cascade,
      created_at timestamptz not null default now(),
      primary key (provider, subject)
    )`.execute(db);
  await sql`create index identity_account on identity (account_id)`.execute(db);
  await sql`alter table account add column password_set_at timestamptz`.execute(db);
  await sql`update account set password_set_at = created_at where password_hash is not null`.execute(db);
  // Schema of rate-limiter-flexible.
  await sql`
    create table rate_limit (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db);
  await sql`create index rate_limit_expire on rate_limit (expire)`.execute(db);
  // No foreign key: outlives the account.
  await sql`
    create table audit_event (
      id uuid primary key,
      at timestamptz not null default now(),
      event text not null,
      account_id uuid,
      address text,
      detail text
    )`.execute(db);
  await sql`create index audit_event_account on audit_event (account_id, id desc)`.execute(db);
  await sql`create index audit_event_at on audit_event (at)`.execute(db);
}
