import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { AppContext, UserContext } from '#backend/domain/context';
import { limits, consumeRateLimit } from '#backend/domain/limits';
import { confirmByCode } from './confirm-by-code';

export async function activate(deps: AppContext, { code }: { code: string }): Promise<{ email: string }> {
  const { email } = await inTransaction(deps.db, (trx) => confirmByCode(trx, deps, code));
  await deps.limits.clear(limits.registrationMail, email.toLowerCase());
  return { email };
}

export async function resendActivation(deps: UserContext): Promise<void> {
  const { db, jobs, accountId } = deps;
  const { email, email_verified_at } = await db
    .selectFrom('account')
    .select(['email', 'email_verified_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (email_verified_at) throw new AppError('conflict', { message: 'Your e-mail address is already confirmed.' });
  await consumeRateLimit(deps, limits.mailToAddress, `activation:${email.toLowerCase()}`);
  await jobs.add(db, 'send_mail', { mail: 'activation', email });
}
