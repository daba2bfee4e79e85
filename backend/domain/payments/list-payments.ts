import type { Output } from '#contract';
import { countRows } from '#backend/domain/count-rows';
import type { UserContext } from '#backend/domain/context';
import { offsetOf, type Paging } from '#backend/domain/paging';
import { presentPayment } from './present';

export async function listPayments(
  { db, accountId, now }: UserContext,
  paging: Paging,
): Promise<Output<'my_payment_lists'>> {
  const rows = db
    .selectFrom('payment')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('checkout_ref', 'is not', null), eb('charge_ref', 'is not', null)]));
  const items = await rows.selectAll().orderBy('id', 'desc').limit(paging.per_page).offset(offsetOf(paging)).execute();
  return { items: items.map((payment) => presentPayment(payment, now())), ...paging, total: await countRows(rows) };
}
