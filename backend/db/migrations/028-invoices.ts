import { sql, type Kysely } from 'kysely';

/** Assigned last: no gaps, and no lock is taken while the counter is locked. Buyers go with the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invoice_counter (
      kind text not null,
      year integer not null,
      last integer not null,
      primary key (kind, year)
    )`.execute(db);
  await sql`
    create table invoice (
      id uuid primary key,
      kind text not null check (kind in ('invoice', 'credit_note')),
      payment_id uuid not null references payment,
      year integer not null,
      sequence integer,
      total integer not null check (total >= 0),
      terms jsonb,
      issued_at timestamptz not null,
      constraint invoice_number unique (kind, year, sequence)
    )`.execute(db);
  await sql`create unique index invoice_of_payment on invoice (payment_id) where kind = 'invoice'`.execute(db);
  await sql`create index invoice_payment on invoice (payment_id)`.execute(db);
  await sql`
    create table invoice_buyer (
      invoice_id uuid primary key references invoice,
      account_id uuid not null references account on delete cascade,
      name text not null,
      address text not null,
      tax_id text not null,
      changed_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index invoice_buyer_account on invoice_buyer (account_id, changed_at desc)`.execute(db);
  // Orders transactions that need both counters.
  await sql`
    create function invoice_gets_number() returns trigger language plpgsql as $$
    declare next integer;
    begin
      perform pg_advisory_xact_lock(hashtext('invoice_counter'));
      insert into invoice_counter as counter (kind, year, last) values (new.kind, new.year, 1)
      on conflict (kind, year) do update set last = counter.last + 1
      returning last into next;
      update invoice set sequence = next where id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger invoice_gets_number after insert on invoice deferrable initially deferred
    for each row execute function invoice_gets_number()`.execute(db);
  await sql`
    insert into invoice (id, kind, payment_id, year, total, issued_at)
    select gen_random_uuid(), 'invoice', id, extract(year from paid_at at time zone 'UTC'), amount, paid_at
    from payment where paid_at is not null order by paid_at, id`.execute(db);
  await sql`
    insert into invoice (id, kind, payment_id, year, total, issued_at)
    select gen_random_uuid(), 'credit_note', id, extract(year from now() at time zone 'UTC'), refunded, now()
    from payment where paid_at is not null and refunded > 0 order by paid_at, id`.execute(db);
  // PostgreSQL alters no table with pending triggers.
  await sql`set constraints invoice_gets_number immediate`.execute(db);
}
