import { sql, type Transaction } from 'kysely';
import type { Db } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import { hashToken } from './tokens';

export interface UnconfirmedAccount {
  id: string;
  password_hash: string | null;
  sign_up_device: Buffer | null;
}

export function unconfirmedAccount(db: Db, email: string): Promise<UnconfirmedAccount | undefined> {
  return db
    .selectFrom('account')
    .select(['id', 'password_hash', 'sign_up_device'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('email_verified_at', 'is', null)
    .executeTakeFirst();
}

interface Repeated {
  passwordHash: string;
  device?: string | undefined;
}

/**
 * With another password. From the browser that signed up it replaces the first one. Otherwise one of the two may have
 * registered another's address: the account keeps neither password nor session, and the reader of its mails sets a password.
 * @returns whether the account has lost its password
 */
export async function repeatSignUp(
  trx: Transaction<Database>,
  { now, audit, clientAddress }: Pick<AppContext, 'now' | 'audit' | 'clientAddress'>,
  { id: accountId, sign_up_device }: UnconfirmedAccount,
  { passwordHash, device }: Repeated,
): Promise<boolean> {
  const isSameBrowser = device !== undefined && sign_up_device?.equals(hashToken(device));
  const changes = isSameBrowser
    ? { password_hash: passwordHash, password_set_at: now() }
    : { password_hash: null, password_set_at: null, sign_up_device: null };
  const changed = await trx
    .updateTable('account')
    .set(changes)
    .where('id', '=', accountId)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return false;
  if (!isSameBrowser) await trx.deleteFrom('access_token').where('account_id', '=', accountId).execute();
  await audit.record({ event: 'registered', accountId, clientAddress, detail: 'e-mail, again' }, trx);
  return !isSameBrowser;
}
