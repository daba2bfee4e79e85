import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import { recordAct, type OperatorContext } from './context';
import { requireExistingAccountId } from './find';

interface Suspension {
  account: string;
  isSuspended: boolean;
  reason: string;
}

export async function setSuspended(deps: OperatorContext, { account, isSuspended, reason }: Suspension): Promise<void> {
  const accountId = await requireExistingAccountId(deps.db, account);
  await inTransaction(deps.db, async (trx) => {
    const changed = await trx
      .updateTable('account')
      .set({ suspended_at: isSuspended ? deps.now() : null, suspended_reason: null })
      .where('id', '=', accountId)
      .where('suspended_at', isSuspended ? 'is' : 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (!changed)
      throw new AppError('conflict', { message: `This account is ${isSuspended ? 'already' : 'not'} suspended.` });
    const event = isSuspended ? 'account_suspended' : 'account_restored';
    await recordAct(deps, event, { accountId, detail: reason }, trx);
  });
}
