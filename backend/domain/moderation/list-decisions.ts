import type { Output } from '#contract';
import { countRows } from '#backend/domain/count-rows';
import type { UserContext } from '#backend/domain/context';
import { offsetOf, type Paging } from '#backend/domain/paging';
import { presentDecision } from './present-decision';
import { countStrikes } from './strikes';

export async function listDecisions(deps: UserContext, paging: Paging): Promise<Output<'my_decisions'>> {
  const { db, accountId, policy } = deps;
  const rows = db.selectFrom('moderation').where('account_id', '=', accountId);
  const items = await rows.selectAll().orderBy('id', 'desc').limit(paging.per_page).offset(offsetOf(paging)).execute();
  return {
    items: items.map((row) => presentDecision(row, policy)),
    ...paging,
    total: await countRows(rows),
    strikes: { count: await countStrikes(db, accountId), max: policy.moderation.strikes },
  };
}
