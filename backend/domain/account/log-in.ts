import { sql } from 'kysely';
import type { Session } from '#contract';
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
  const { token, expiresAt } = await issueToken(deps, account.id);
  return { token, expires_at: expiresAt.toISOString(), user: await userInfo({ ...deps, accountId: account.id }) };
}
