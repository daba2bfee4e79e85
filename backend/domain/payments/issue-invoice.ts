import { uuidv7 } from 'uuidv7';
import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import type { PaymentRow } from './rows';

interface Document {
  kind: 'invoice' | 'credit_note';
  /** Minor units. */
  total: number;
}

export async function issueInvoices(
  trx: Transaction<Database>,
  deps: Pick<AppContext, 'now' | 'payments'>,
  { before, after }: { before: PaymentRow; after: PaymentRow },
): Promise<void> {
  if (before.paid_at === null && after.paid_at !== null)
    await issue(trx, deps, after, { kind: 'invoice', total: after.amount });
  if (after.refunded > before.refunded)
    await issue(trx, deps, after, { kind: 'credit_note', total: after.refunded - before.refunded });
}

async function issue(
  trx: Transaction<Database>,
  { now, payments }: Pick<AppContext, 'now' | 'payments'>,
  payment: PaymentRow,
  { kind, total }: Document,
): Promise<void> {
  const id = uuidv7();
  const issued_at = now();
  const year = issued_at.getUTCFullYear();
  const terms = JSON.stringify(payments.invoiceTerms);
  await trx.insertInto('invoice').values({ id, kind, payment_id: payment.id, year, total, terms, issued_at }).execute();
  if (kind === 'invoice') await copyBuyer(trx, payment, id);
}

async function copyBuyer(trx: Transaction<Database>, { account_id }: PaymentRow, invoiceId: string): Promise<void> {
  const last = await trx
    .selectFrom('invoice_buyer')
    .select(['account_id', 'name', 'address', 'tax_id'])
    .where('account_id', '=', account_id)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last)
    await trx
      .insertInto('invoice_buyer')
      .values({ ...last, invoice_id: invoiceId })
      .execute();
}
