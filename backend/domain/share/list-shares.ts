import type { Output, Parsed } from '#contract';
import type { UserContext } from '#backend/domain/context';
import { ownCreation } from '#backend/domain/swap/present';
import { presentShare } from './present';

export async function listShares(
  deps: UserContext,
  { order_id }: Parsed<'share_lists'>,
): Promise<Output<'share_lists'>> {
  const { id } = await ownCreation(deps, order_id);
  const rows = await deps.db
    .selectFrom('share')
    .selectAll()
    .where('account_id', '=', deps.accountId)
    .where('creation_id', '=', id)
    .where('expires_at', '>', deps.now())
    .orderBy('id', 'desc')
    .execute();
  return { items: rows.map((row) => presentShare(deps, row)) };
}
