import type { Invoice } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { ownPayment, presentPayment } from './present';
import type { InvoiceRow } from './rows';
import { splitTax } from './tax';

const prefixes = { invoice: 'INV', credit_note: 'CN' } as const;

export async function invoice(deps: UserContext, { payment_id }: { payment_id: string }): Promise<Invoice> {
  const { db, accountId } = deps;
  const payment = await ownPayment(deps, payment_id);
  const documents = await documentsOf(deps, payment_id);
  const issued = documents.find(({ kind }) => kind === 'invoice');
  if (!issued) throw new AppError('conflict', { message: 'The invoice is available once the payment has arrived.' });
  const account = await db
    .selectFrom('account')
    .leftJoin('invoice_buyer', (join) => join.on('invoice_buyer.invoice_id', '=', issued.id))
    .select(['nickname', 'email', 'name', 'address', 'tax_id'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow();
  const { period_start: start, period_end: end } = payment;
  const { seller, sellerTaxId, tax } = issued.terms ?? deps.payments.invoiceTerms;
  return {
    payment: presentPayment(payment, deps.now()),
    ...present(issued, tax.rate),
    seller: [...seller],
    seller_tax_id: sellerTaxId,
    buyer: {
      name: account.name || account.nickname,
      email: account.email,
      address: account.address ?? '',
      tax_id: account.tax_id ?? '',
    },
    line: `${payment.product.name}: ${payment.credits.toLocaleString('en')} credits`,
    period: start && end ? { start: start.toISOString(), end: end.toISOString() } : null,
    tax,
    credit_notes: documents.filter(({ kind }) => kind === 'credit_note').map((note) => present(note, tax.rate)),
    withdrawal_consent: payment.withdrawal_consent,
  };
}

function documentsOf({ db }: Pick<UserContext, 'db'>, paymentId: string): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoice')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('issued_at')
    .orderBy('sequence')
    .execute();
}

function present({ kind, year, sequence, total, issued_at }: InvoiceRow, rate: number) {
  const { net, tax } = splitTax(total, rate);
  return {
    number: `${prefixes[kind]}-${year}-${String(sequence).padStart(5, '0')}`,
    issued_at: issued_at.toISOString(),
    net,
    tax_amount: tax,
    total,
  };
}
