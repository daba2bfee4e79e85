import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { AppContext, UserContext } from '#backend/domain/context';
import { limits, consumeRateLimit } from '#backend/domain/limits';
import { confirmAddress } from './confirm-address';
import { consumeCode } from './mail-codes';

export async function activate(deps: AppContext, { code }: { code: string }): Promise<{ email: string }> {
  const confirmed = await inTransaction(deps.db, async (trx) => {
    const accountId = await consumeCode({ ...deps, db: trx }, code, 'activate');
    await confirmAddress(trx, deps, accountId);
    const { email } = await trx
      .selectFrom('account')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    await deps.audit.record({ event: 'address_confirmed', accountId, clientAddress: deps.clientAddress }, trx);
    return { email };
  });
  await deps.limits.clear(limits.registrationMail, confirmed.email.toLowerCase());
  return confirmed;
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
