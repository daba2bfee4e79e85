import { sql } from 'kysely';
import type { Session } from '#contract';
import { inTransaction } from '../../db/connect';
import { AppError } from '../app-error';
import type { Deps } from '../context';
import { passwordMatches } from './password';
import { issueToken } from './tokens';
import { userInfo } from './user-info';

/** Signs in by e-mail address and password. What was wrong is not told apart, in words or in time. */
export async function logIn(deps: Deps, { email, password }: { email: string; password: string }): Promise<Session> {
  const account = await deps.db
    .selectFrom('account')
    .select(['id', 'password_hash', 'suspended_at'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  if (!(await passwordMatches(account?.password_hash, password)) || !account) throw new AppError('wrong_credentials');
  if (account.suspended_at) throw new AppError('suspended');
  const { token, expiresAt } = await inTransaction(deps.db, async (trx) => {
    // Checking takes a while. A password that was changed meanwhile has ended every session, and must begin none.
    const { password_hash } = await trx
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', account.id)
      .forShare()
      .executeTakeFirstOrThrow();
    if (password_hash !== account.password_hash) throw new AppError('wrong_credentials');
    return issueToken({ ...deps, db: trx }, account.id);
  });
  return { token, expires_at: expiresAt.toISOString(), user: await userInfo({ ...deps, accountId: account.id }) };
}
