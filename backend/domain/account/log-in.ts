import { sql } from 'kysely';
import type { Session } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { requireSecondStep } from '#backend/domain/second-step/challenge';
import { consumePasswordAttempt } from './password-attempts';
import { passwordMatches } from './password';
import { startSession } from './start-session';
import { assertNotSuspended, suspensionColumns } from './suspended';

interface Credentials {
  email: string;
  password: string;
}

/** Neither the error nor its timing reveals which was wrong. */
export async function logIn(deps: AppContext, { email, password }: Credentials): Promise<Session> {
  const account = await deps.db
    .selectFrom('account')
    .select(['id', 'password_hash', 'password_set_at', ...suspensionColumns])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  const attempt = await consumePasswordAttempt(deps, { email, account });
  const { clientAddress } = deps;
  if (!(await passwordMatches(account?.password_hash, password)) || !account) {
    await deps.audit.record({ event: 'sign_in_failed', accountId: account?.id, clientAddress, detail: 'password' });
    throw new AppError('wrong_credentials');
  }
  await attempt.refund();
  assertNotSuspended(account);
  await requireSecondStep(deps, account.id, 'password');
  return inTransaction(deps.db, async (trx) => {
    // A password changed during the check must not start a session.
    const { password_hash } = await trx
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', account.id)
      .forShare()
      .executeTakeFirstOrThrow();
    if (password_hash !== account.password_hash) throw new AppError('wrong_credentials');
    return startSession({ ...deps, db: trx, accountId: account.id }, 'password');
  });
}
