import type { Output, Parsed } from '#contract';
import type { UserContext } from '#backend/domain/context';
import { offsetOf, total } from '#backend/domain/paging';
import { materialsOf, playableProgress, presentMaterial } from './present';

export async function listMaterials(
  deps: UserContext,
  { type, ...paging }: Parsed<'my_uploads'>,
): Promise<Output<'my_uploads'>> {
  let rows = materialsOf(deps.db, deps.accountId).where('status', '!=', 'uploading');
  if (type !== 'all') rows = rows.where('kind', '=', type);
  const items = await rows
    .selectAll()
    .select(playableProgress)
    .orderBy('id', 'desc')
    .limit(paging.per_page)
    .offset(offsetOf(paging))
    .execute();
  return { items: items.map((row) => presentMaterial(deps, row)), ...paging, total: await total(rows) };
}
