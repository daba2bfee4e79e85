import type { Session } from '#contract';
import { inTransaction } from '../../db/connect';
import { AppError } from '../app-error';
import type { Signed } from '../context';
import { assertGoodPassword, hashPassword, passwordMatches } from './password';
import { setPassword } from './set-password';
import { issueToken } from './tokens';
import { userInfo } from './user-info';

/** Changes the password of whoever knows the old one. Every token dies, and the caller gets a new one. */
export async function changePassword(
  deps: Signed,
  { old_password, new_password }: { old_password: string; new_password: string },
): Promise<Session> {
  const { accountId } = deps;
  const account = await deps.db
    .selectFrom('account')
    .select(['email', 'password_hash'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (!(await passwordMatches(account.password_hash, old_password))) {
    const message = 'This is not your password. If you have forgotten it, log out and set a new one by mail.';
    throw new AppError('wrong_credentials', { message, fields: { old_password: message } });
  }
  assertGoodPassword(new_password, account.email, 'new_password');
  const passwordHash = await hashPassword(new_password);
  return inTransaction(deps.db, async (trx) => {
    const inside = { ...deps, db: trx };
    await setPassword(inside, accountId, passwordHash);
    const { token, expiresAt } = await issueToken(inside, accountId);
    return { token, expires_at: expiresAt.toISOString(), user: await userInfo(inside) };
  });
}
