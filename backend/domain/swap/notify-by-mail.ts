import type { Output, Parsed } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { ownCreation } from './present';

/** @throws AppError `conflict` for an ended swap */
export async function notifyByMail(
  deps: UserContext,
  { order_id, by_mail }: Parsed<'faceswap_notify'>,
): Promise<Output<'faceswap_notify'>> {
  const { task_id } = await ownCreation(deps, order_id);
  const { numUpdatedRows } = await deps.db
    .updateTable('task')
    .set({ mail_when_done: by_mail })
    .where('id', '=', task_id)
    .where('account_id', '=', deps.accountId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('conflict', { message: 'This swap has already finished.' });
  return { mail_when_done: by_mail };
}
