import { sql } from 'kysely';
import type { Output } from '#contract';
import { countRows } from '#backend/domain/count-rows';
import type { UserContext } from '#backend/domain/context';
import { openDeletions } from '#backend/domain/deletion/present';
import { offsetOf, type Paging } from '#backend/domain/paging';
import { ownFaces, presentFaces } from './present';

export async function listFaces(deps: UserContext, paging: Paging): Promise<Output<'my_faces'>> {
  const rows = await ownFaces(deps)
    .orderBy(sql`pinned_at desc nulls last`)
    .orderBy('id', 'desc')
    .limit(paging.per_page)
    .offset(offsetOf(paging))
    .execute();
  const all = deps.db.selectFrom('face').where('account_id', '=', deps.accountId).where('deletion_id', 'is', null);
  const deletions = await openDeletions(deps, 'face');
  return { items: await presentFaces(deps, rows), ...paging, total: await countRows(all), deletions };
}
