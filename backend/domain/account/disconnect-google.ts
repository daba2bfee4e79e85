import { inTransaction } from '#backend/db/connect';
import type { SessionContext } from '#backend/domain/context';
import { confirmIdentity } from './confirm-identity';
import { limitNotices } from './limit-notices';
import { lockAccount } from './lock-account';
import { endOtherSessions } from './sessions';
import { assertWayIn } from './way-in';

interface Confirmed {
  password?: string | undefined;
}

/** Until `allowGoogle`, a Google account with the address of the account does not connect. */
export async function disconnectGoogle(deps: SessionContext, { password }: Confirmed): Promise<void> {
  await confirmIdentity(deps, password);
  const { accountId, clientAddress } = deps;
  await inTransaction(deps.db, async (trx) => {
    const { email } = await lockAccount(trx, accountId);
    const removed = await trx.deleteFrom('identity').where('account_id', '=', accountId).executeTakeFirst();
    if (removed.numDeletedRows === 0n) return;
    await assertWayIn(trx, accountId);
    await trx.updateTable('account').set({ google_refused_at: deps.now() }).where('id', '=', accountId).execute();
    await endOtherSessions({ ...deps, db: trx });
    await deps.audit.record({ event: 'google_disconnected', accountId, clientAddress }, trx);
    await deps.jobs.add(trx, 'send_mail', { mail: 'google_disconnected', email });
  });
}

export async function allowGoogle(deps: SessionContext, { password }: Confirmed): Promise<void> {
  await confirmIdentity(deps, password);
  await limitNotices(deps); // of the connection that follows
  const { accountId, clientAddress } = deps;
  await inTransaction(deps.db, async (trx) => {
    const changed = await trx
      .updateTable('account')
      .set({ google_refused_at: null })
      .where('id', '=', accountId)
      .where('google_refused_at', 'is not', null)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return;
    await deps.audit.record({ event: 'google_allowed', accountId, clientAddress }, trx);
  });
}
