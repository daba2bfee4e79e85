import { sql } from 'kysely';
import type { Output, Parsed } from '#contract';
import type { TaskStatus } from '#backend/db/types';
import type { UserContext } from '#backend/domain/context';
import { openDeletions } from '#backend/domain/deletion/present';
import { offsetOf } from '#backend/domain/paging';
import { creationColumns, creationsOf, presentOrder } from './present';

const statuses: Record<'working' | 'done' | 'ended', TaskStatus[]> = {
  working: ['queued', 'running'],
  done: ['succeeded'],
  ended: ['failed', 'refused', 'cancelled'],
};

const orders = {
  newest: sql`creation.id desc`,
  oldest: sql`creation.id`,
  name: sql`lower(creation.name), creation.id desc`,
};

export async function listCreations(
  deps: UserContext,
  { type, state, sort, ...paging }: Parsed<'my_creates'>,
): Promise<Output<'my_creates'>> {
  let rows = creationsOf(deps.db, deps.accountId);
  if (type !== 'all') rows = rows.where('creation.kind', '=', type);
  if (state !== 'all') rows = rows.where('task.status', 'in', statuses[state]);
  const items = await rows
    .selectAll('creation')
    .select(creationColumns)
    .orderBy(orders[sort])
    .limit(paging.per_page)
    .offset(offsetOf(paging))
    .execute();
  const { n } = await rows.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const deletions = await openDeletions(deps, 'creation');
  return { items: items.map((row) => presentOrder(deps, row)), ...paging, total: n, deletions };
}
