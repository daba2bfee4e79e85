import { inTransaction } from '#backend/db/connect';
import { lockAccount } from '#backend/domain/account/lock-account';
import { AppError } from '#backend/domain/app-error';
import { recordAct, type OperatorContext } from './context';
import { requireExistingAccountId } from './find';

interface Reset {
  account: string;
  /** How the owner's identity was checked. */
  reason: string;
}

/**
 * For an owner who lost their phone and the recovery codes: removes one-time codes and passkeys, and ends all sessions,
 * since they may be another person's. The password stays.
 * @throws AppError `not_found`, `conflict` if there is nothing to remove
 */
export async function resetSecondSteps(deps: OperatorContext, { account, reason }: Reset): Promise<void> {
  const accountId = await requireExistingAccountId(deps.db, account);
  await inTransaction(deps.db, async (trx) => {
    const { email } = await lockAccount(trx, accountId);
    const removed = [];
    for (const table of ['one_time_secret', 'recovery_code', 'passkey'] as const)
      removed.push(await trx.deleteFrom(table).where('account_id', '=', accountId).executeTakeFirst());
    if (removed.every(({ numDeletedRows }) => numDeletedRows === 0n))
      throw new AppError('conflict', { message: 'This account has neither one-time codes nor passkeys.' });
    await trx.deleteFrom('access_token').where('account_id', '=', accountId).execute();
    await recordAct(deps, 'second_steps_removed', { accountId, detail: reason }, trx);
    await deps.jobs.add(trx, 'send_mail', { mail: 'second_steps_removed', email });
  });
}
