import { sql } from 'kysely';
import type { Output, Parsed } from '#contract';
import { countRows } from '#backend/domain/count-rows';
import type { MaterialStatus } from '#backend/db/types';
import type { UserContext } from '#backend/domain/context';
import { openDeletions } from '#backend/domain/deletion/present';
import { offsetOf } from '#backend/domain/paging';
import { materialsOf, playableProgress, presentMaterial } from './present';

const statuses: Record<'ready' | 'rejected', MaterialStatus[]> = {
  ready: ['probing', 'ready'],
  rejected: ['rejected', 'expired'],
};

const orders = {
  newest: sql`id desc`,
  oldest: sql`id`,
  name: sql`lower(name), id desc`,
  size: sql`size desc nulls last, id desc`,
};

export async function listMaterials(
  deps: UserContext,
  { type, state, sort, ...paging }: Parsed<'my_uploads'>,
): Promise<Output<'my_uploads'>> {
  let listed = materialsOf(deps.db, deps.accountId).where('status', '!=', 'uploading');
  if (type !== 'all') listed = listed.where('kind', '=', type);
  if (state !== 'all') listed = listed.where('status', 'in', statuses[state]);
  // The index has all columns of `listed`: only the page's rows are read.
  const page = listed.select('id').orderBy(orders[sort]).limit(paging.per_page).offset(offsetOf(paging));
  const items = await materialsOf(deps.db, deps.accountId)
    .selectAll()
    .select(playableProgress)
    .where('id', 'in', page)
    .orderBy(orders[sort])
    .execute();
  const deletions = await openDeletions(deps, 'material');
  return {
    items: items.map((row) => presentMaterial(deps, row)),
    ...paging,
    total: await countRows(listed),
    deletions,
  };
}
