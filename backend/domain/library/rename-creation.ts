import type { Output, Parsed } from '#contract';
import type { UserContext } from '#backend/domain/context';
import { assertMayChangeLibrary } from '#backend/domain/deletion/open-deletion';
import { ownCreation, presentOrder } from '#backend/domain/swap/present';

export async function renameCreation(
  deps: UserContext,
  { order_id, name }: Parsed<'rename_order'>,
): Promise<Output<'rename_order'>> {
  await assertMayChangeLibrary(deps);
  await deps.db
    .updateTable('creation')
    .set({ name })
    .where('id', '=', order_id)
    .where('account_id', '=', deps.accountId)
    .where('deletion_id', 'is', null)
    .execute();
  return presentOrder(deps, await ownCreation(deps, order_id));
}
