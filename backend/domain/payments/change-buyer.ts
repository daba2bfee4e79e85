import type { Invoice, Parsed } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { invoice } from './invoice';
import { ownPayment } from './present';

export async function changeBuyer(
  deps: UserContext,
  { payment_id, ...buyer }: Parsed<'payment_invoice_buyer'>,
): Promise<Invoice> {
  const payment = await ownPayment(deps, payment_id);
  const issued = await deps.db
    .selectFrom('invoice')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();
  if (!issued) throw new AppError('conflict', { message: 'The invoice is available once the payment has arrived.' });
  const changed = { ...buyer, changed_at: deps.now() };
  await deps.db
    .insertInto('invoice_buyer')
    .values({ invoice_id: issued.id, account_id: deps.accountId, ...changed })
    .onConflict((conflict) => conflict.column('invoice_id').doUpdateSet(changed))
    .execute();
  return invoice(deps, { payment_id });
}
