import type { Output } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { SessionContext, UserContext } from '#backend/domain/context';
import { presentPasskey } from '#backend/domain/passkey/present';
import { confirmIdentity } from './confirm-identity';
import { lockAccount } from './lock-account';
import { assertWayIn } from './way-in';

export async function listPasskeys({ db, accountId }: UserContext): Promise<Output<'my_passkeys'>> {
  const rows = await db
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute();
  return { items: rows.map(presentPasskey) };
}

export async function renamePasskey(
  { db, accountId }: UserContext,
  { passkey_id, name }: { passkey_id: string; name: string },
): Promise<void> {
  const row = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', passkey_id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  orThrowNotFound(row);
}

export async function removePasskey(
  deps: SessionContext,
  { passkey_id, password }: { passkey_id: string; password?: string | undefined },
): Promise<void> {
  await confirmIdentity(deps, password);
  const { accountId, clientAddress } = deps;
  await inTransaction(deps.db, async (trx) => {
    const { email } = await lockAccount(trx, accountId);
    const row = await trx
      .deleteFrom('passkey')
      .where('id', '=', passkey_id)
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst();
    const { id } = orThrowNotFound(row);
    await assertWayIn(trx, accountId);
    await deps.audit.record({ event: 'passkey_removed', accountId, clientAddress, detail: id }, trx);
    await deps.jobs.add(trx, 'send_mail', { mail: 'passkey_removed', email });
  });
}
