import { sql } from 'kysely';
import type { Output } from '#contract';
import type { UserContext } from '#backend/domain/context';
import { offsetOf, total, type Paging } from '#backend/domain/paging';
import { presentFace, usedIn } from './present';

export async function listFaces(deps: UserContext, paging: Paging): Promise<Output<'my_faces'>> {
  const rows = deps.db.selectFrom('face').where('account_id', '=', deps.accountId);
  const items = await rows
    .selectAll()
    .select(usedIn)
    .orderBy(sql`pinned_at desc nulls last`)
    .orderBy('id', 'desc')
    .limit(paging.per_page)
    .offset(offsetOf(paging))
    .execute();
  return { items: items.map((row) => presentFace(deps, row)), ...paging, total: await total(rows) };
}
