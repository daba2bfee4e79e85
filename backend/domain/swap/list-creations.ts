import type { Output, Parsed } from '#contract';
import type { UserContext } from '#backend/domain/context';
import { offsetOf } from '#backend/domain/paging';
import { creationColumns, creationsOf, presentOrder } from './present';

export async function listCreations(
  deps: UserContext,
  { type, ...paging }: Parsed<'my_creates'>,
): Promise<Output<'my_creates'>> {
  let rows = creationsOf(deps.db, deps.accountId);
  if (type !== 'all') rows = rows.where('creation.kind', '=', type);
  const items = await rows
    .selectAll('creation')
    .select(creationColumns)
    .orderBy('creation.id', 'desc')
    .limit(paging.per_page)
    .offset(offsetOf(paging))
    .execute();
  const { n } = await rows.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return { items: items.map((row) => presentOrder(deps, row)), ...paging, total: n };
}
