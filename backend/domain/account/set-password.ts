import type { AppContext } from '#backend/domain/context';

export async function setPassword(
  { db, jobs, audit, clientAddress, now }: AppContext,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  const { email } = await db
    .updateTable('account')
    .set({ password_hash: passwordHash, password_set_at: now(), sign_up_device: null })
    .where('id', '=', accountId)
    .returning('email')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('access_token').where('account_id', '=', accountId).execute();
  await db
    .deleteFrom('mail_code')
    .where('account_id', '=', accountId)
    .where('purpose', 'in', ['reset', 'change'])
    .execute();
  await audit.record({ event: 'password_set', accountId, clientAddress }, db);
  await jobs.add(db, 'send_mail', { mail: 'password_changed', email });
}
