import { sql, type Kysely } from 'kysely';

/** Rows outlive the account, so they reference its wallet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscription (
      id uuid primary key,
      account_id uuid not null references wallet,
      provider text not null,
      method text not null,
      provider_ref text not null,
      token text,
      product jsonb not null,
      next_product jsonb,
      status text not null check (status in ('active', 'past_due', 'cancelled', 'expired')),
      period_start timestamptz not null,
      period_end timestamptz not null,
      cancel_at_period_end boolean not null default false,
      attempts integer not null default 0,
      next_attempt_at timestamptz,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      constraint subscription_once unique (provider, provider_ref),
      constraint subscription_ends check ((ended_at is not null) = (status in ('cancelled', 'expired')))
    )`.execute(db);
  await sql`create index subscription_account on subscription (account_id, id desc)`.execute(db);
  await sql`create index subscription_due on subscription (period_end) where ended_at is null`.execute(db);

  await sql`
    create table payment (
      id uuid primary key,
      account_id uuid not null references wallet,
      provider text not null,
      method text not null,
      kind text not null check (kind in ('once', 'first', 'renewal')),
      product jsonb not null,
      credits integer not null check (credits > 0),
      amount integer not null check (amount >= 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      status text not null default 'created' check (status in (
        'created', 'pending', 'requires_action', 'paid', 'partially_paid', 'failed', 'expired', 'cancelled',
        'partially_refunded', 'refunded', 'disputed'
      )),
      refunded integer not null default 0 check (refunded between 0 and amount),
      checkout_ref text,
      charge_ref text,
      action jsonb,
      subscription_id uuid references subscription,
      period_start timestamptz,
      period_end timestamptz,
      request_key text,
      problem text,
      withdrawal_consent text,
      refund_reason text,
      refund_requested_at timestamptz,
      revision integer not null default 0,
      checked_at timestamptz,
      created_at timestamptz not null default now(),
      paid_at timestamptz,
      constraint payment_request_once unique (account_id, request_key),
      constraint payment_charge_once unique (provider, charge_ref),
      constraint payment_period_once unique (subscription_id, period_start)
    )`.execute(db);
  await sql`create index payment_account on payment (account_id, id desc)`.execute(db);
  await sql`create index payment_checkout on payment (provider, checkout_ref)`.execute(db);
  await sql`
    create index payment_open on payment (created_at)
    where status in ('created', 'pending', 'requires_action')`.execute(db);

  await sql`
    create table payment_event (
      id uuid primary key,
      provider text not null,
      event_key text not null,
      subject jsonb not null,
      outcome text,
      received_at timestamptz not null default now(),
      handled_at timestamptz,
      constraint payment_event_once unique (provider, event_key)
    )`.execute(db);
  await sql`create index payment_event_open on payment_event (received_at) where handled_at is null`.execute(db);

  await sql`
    create table payment_grant (
      provider text not null,
      payment_id uuid not null references payment,
      grant_kind text not null,
      credits integer not null,
      created_at timestamptz not null default now(),
      primary key (provider, payment_id, grant_kind)
    )`.execute(db);

  await sql`
    create table credit_debt (
      id uuid primary key,
      account_id uuid not null references wallet,
      reference text not null unique,
      owed integer not null check (owed > 0),
      settled integer not null default 0 check (settled between 0 and owed),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index credit_debt_open on credit_debt (account_id, id) where settled < owed`.execute(db);
}
