import type { Output } from '#contract';
import { countRows } from '#backend/domain/count-rows';
import type { UserContext } from '#backend/domain/context';
import { offsetOf, type Paging } from '#backend/domain/paging';

export async function listEntries({ db, accountId }: UserContext, paging: Paging): Promise<Output<'my_credit_lists'>> {
  const rows = db.selectFrom('credit_entry').where('account_id', '=', accountId);
  const items = await rows.selectAll().orderBy('id', 'desc').limit(paging.per_page).offset(offsetOf(paging)).execute();
  return {
    items: items.map((entry) => ({
      entry_id: entry.id,
      kind: entry.kind,
      delta: entry.delta,
      balance_after: entry.balance_after,
      reference: entry.reference,
      created_at: entry.created_at.toISOString(),
      note: entry.note,
    })),
    ...paging,
    total: await countRows(rows),
  };
}
