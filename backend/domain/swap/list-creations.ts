import { sql } from 'kysely';
import type { Output, Parsed } from '#contract';
import { countRows } from '#backend/domain/count-rows';
import type { UserContext } from '#backend/domain/context';
import { openDeletions } from '#backend/domain/deletion/present';
import { offsetOf } from '#backend/domain/paging';
import { creationColumns, creationsOf, presentOrder } from './present';

const orders = {
  newest: sql`creation.id desc`,
  oldest: sql`creation.id`,
  name: sql`lower(creation.name), creation.id desc`,
};

export async function listCreations(
  deps: UserContext,
  { type, state, sort, ...paging }: Parsed<'my_creates'>,
): Promise<Output<'my_creates'>> {
  let listed = deps.db.selectFrom('creation').where('account_id', '=', deps.accountId).where('deletion_id', 'is', null);
  if (type !== 'all') listed = listed.where('kind', '=', type);
  if (state !== 'all') listed = listed.where('state', '=', state);
  // The index has all columns of `listed`: only the page's rows are read and joined.
  const page = listed.select('id').orderBy(orders[sort]).limit(paging.per_page).offset(offsetOf(paging));
  const items = await creationsOf(deps.db, deps.accountId)
    .selectAll('creation')
    .select(creationColumns)
    .where('creation.id', 'in', page)
    .orderBy(orders[sort])
    .execute();
  const deletions = await openDeletions(deps, 'creation');
  return { items: items.map((row) => presentOrder(deps, row)), ...paging, total: await countRows(listed), deletions };
}
