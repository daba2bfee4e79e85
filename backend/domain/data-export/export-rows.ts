import type { Db } from '#backend/db/connect';

/** Rows of one kind at most; the file says so if there are more. */
const maxRows = 20_000;

type Read = (db: Db, accountId: string) => Promise<object[]>;

/** By the name of the zip's file. Secrets and hashes are left out. */
export const exportedRows: Record<string, Read> = {
  account: (db, id) =>
    db
      .selectFrom('account')
      .innerJoin('wallet', 'wallet.account_id', 'account.id')
      .select(['account.id', 'email', 'nickname', 'avatar', 'user_status', 'email_verified_at', 'password_set_at'])
      .select(['google_refused_at', 'utm_all', 'account.created_at', 'wallet.balance'])
      .where('account.id', '=', id)
      .execute(),
  'sign-in': async (db, id) => {
    const google = await db
      .selectFrom('identity')
      .select(['provider', 'email', 'created_at'])
      .where('account_id', '=', id)
      .execute();
    const codes = await db
      .selectFrom('one_time_secret')
      .select('confirmed_at as one_time_codes_since')
      .where('account_id', '=', id)
      .execute();
    const passkeys = await db
      .selectFrom('passkey')
      .select(['name as passkey', 'created_at', 'last_used_at'])
      .where('account_id', '=', id)
      .execute();
    return [...google, ...codes, ...passkeys];
  },
  devices: (db, id) =>
    db
      .selectFrom('access_token')
      .select(['device', 'address', 'created_at', 'last_used_at', 'expires_at'])
      .where('account_id', '=', id)
      .limit(maxRows)
      .execute(),
  consents: (db, id) =>
    db
      .selectFrom('consent')
      .select(['subject', 'subject_id', 'text', 'given_at'])
      .where('account_id', '=', id)
      .orderBy('given_at', 'desc')
      .limit(maxRows)
      .execute(),
  faces: (db, id) =>
    db
      .selectFrom('face')
      .select(['id', 'name', 'sample', 'pinned_at', 'created_at'])
      .where('account_id', '=', id)
      .where('deletion_id', 'is', null)
      .limit(maxRows)
      .execute(),
  uploads: (db, id) =>
    db
      .selectFrom('material')
      .select(['id', 'kind', 'name', 'format', 'size', 'width', 'height', 'duration_ms', 'status', 'reason', 'refusal'])
      .select(['created_at', 'expires_at'])
      .where('account_id', '=', id)
      .where('deletion_id', 'is', null)
      .orderBy('id', 'desc')
      .limit(maxRows)
      .execute(),
  orders: (db, id) =>
    db
      .selectFrom('creation')
      .innerJoin('task', 'task.id', 'creation.task_id')
      .select(['creation.id', 'creation.name', 'creation.kind', 'creation.quality', 'price', 'creation.material_id'])
      .select(['creation.bindings', 'label_visible', 'source_type', 'task.status', 'task.message', 'task.finished_at'])
      .select(['creation.created_at', 'creation.expires_at'])
      .where('creation.account_id', '=', id)
      .where('creation.deletion_id', 'is', null)
      .orderBy('creation.id', 'desc')
      .limit(maxRows)
      .execute(),
  moderation: (db, id) =>
    db
      .selectFrom('moderation')
      .select(['subject', 'subject_id', 'name', 'outcome', 'scores', 'model', 'appeal', 'verdict', 'verdict_reason'])
      .select(['created_at', 'appealed_at', 'verdict_at'])
      .where('account_id', '=', id)
      .orderBy('id', 'desc')
      .limit(maxRows)
      .execute(),
  'shared-links': (db, id) =>
    db
      .selectFrom('share')
      .select(['creation_id as order_id', 'created_at', 'expires_at'])
      .where('account_id', '=', id)
      .limit(maxRows)
      .execute(),
  ledger: (db, id) =>
    db
      .selectFrom('credit_entry')
      .select(['kind', 'delta', 'balance_after', 'reference', 'note', 'created_at'])
      .where('account_id', '=', id)
      .orderBy('id', 'desc')
      .limit(maxRows)
      .execute(),
  payments: (db, id) =>
    db
      .selectFrom('payment')
      .select(['id', 'provider', 'method', 'kind', 'product', 'credits', 'amount', 'currency', 'status', 'refunded'])
      .select(['withdrawal_consent', 'refund_reason', 'period_start', 'period_end', 'created_at', 'paid_at'])
      .where('account_id', '=', id)
      .orderBy('id', 'desc')
      .limit(maxRows)
      .execute(),
  subscriptions: (db, id) =>
    db
      .selectFrom('subscription')
      .select(['provider', 'method', 'product', 'status', 'period_start', 'period_end', 'cancel_at_period_end'])
      .select(['created_at', 'ended_at'])
      .where('account_id', '=', id)
      .limit(maxRows)
      .execute(),
  invoices: (db, id) =>
    db
      .selectFrom('invoice')
      .innerJoin('payment', 'payment.id', 'invoice.payment_id')
      .leftJoin('invoice_buyer', 'invoice_buyer.invoice_id', 'invoice.id')
      .select(['invoice.kind', 'year', 'sequence', 'total', 'issued_at', 'invoice_buyer.name', 'address', 'tax_id'])
      .where('payment.account_id', '=', id)
      .limit(maxRows)
      .execute(),
  'api-keys': (db, id) =>
    db
      .selectFrom('api_key')
      .select(['name', 'last_four', 'scopes', 'created_at', 'last_used_at'])
      .where('account_id', '=', id)
      .execute(),
  webhooks: (db, id) =>
    db
      .selectFrom('webhook_endpoint')
      .select(['url', 'description', 'events', 'enabled', 'created_at'])
      .where('account_id', '=', id)
      .execute(),
  'security-log': (db, id) =>
    db
      .selectFrom('audit_event')
      .select(['at', 'event', 'address', 'detail'])
      .where('account_id', '=', id)
      .orderBy('at', 'desc')
      .limit(maxRows)
      .execute(),
};

export async function exportText(db: Db, name: string, accountId: string): Promise<string> {
  const rows = await exportedRows[name]!(db, accountId);
  return `${JSON.stringify({ complete: rows.length < maxRows, items: rows }, null, 2)}\n`;
}
