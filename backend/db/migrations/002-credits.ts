import { sql, type Kysely } from 'kysely';

/** Append-only; (kind, reference) is unique. A BEFORE trigger would count rows dropped by ON CONFLICT DO NOTHING. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table wallet (
      account_id uuid primary key,
      balance integer not null default 0 constraint wallet_never_negative check (balance >= 0)
    )`.execute(db);
  await sql`
    create table credit_entry (
      id uuid primary key,
      account_id uuid not null references wallet,
      kind text not null check (kind in ('grant', 'purchase', 'hold', 'release', 'refund', 'reversal', 'adjustment')),
      delta integer not null check (delta <> 0),
      balance_after integer not null check (balance_after >= 0),
      reference text not null,
      note text not null default '',
      created_at timestamptz not null default now(),
      constraint credit_entry_once unique (kind, reference),
      constraint credit_entry_sign check (
        case when kind in ('hold', 'reversal') then delta < 0 when kind = 'adjustment' then true else delta > 0 end
      )
    )`.execute(db);
  await sql`create index credit_entry_account on credit_entry (account_id, id desc)`.execute(db);
  await sql`
    create function credit_entry_moves_balance() returns trigger language plpgsql as $$
    declare moved integer;
    begin
      if new.kind = 'release' and not exists (
        select from credit_entry hold
        where hold.kind = 'hold' and hold.reference = new.reference
          and hold.account_id = new.account_id and hold.delta = -new.delta
      ) then
        raise exception 'a release needs the hold it gives back' using errcode = 'check_violation';
      end if;
      update wallet set balance = balance + new.delta where account_id = new.account_id returning balance into moved;
      if moved is distinct from new.balance_after then
        raise exception 'balance_after is %, the balance became %', new.balance_after, moved using errcode = 'check_violation';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger credit_entry_moves_balance after insert on credit_entry
    for each row execute function credit_entry_moves_balance()`.execute(db);
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% on % is not allowed', tg_op, tg_table_name using errcode = 'check_violation';
    end $$`.execute(db);
  await sql`
    create trigger credit_entry_is_append_only before update or delete or truncate on credit_entry
    for each statement execute function refuse_change()`.execute(db);
  // Depth 0: not from the ledger's trigger.
  await sql`
    create trigger wallet_moves_by_ledger before update on wallet
    for each row when (pg_trigger_depth() < 1) execute function refuse_change()`.execute(db);
  await sql`
    create trigger wallet_starts_empty before insert on wallet
    for each row when (new.balance <> 0) execute function refuse_change()`.execute(db);
}
