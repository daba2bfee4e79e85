import { inTransaction } from '#backend/db/connect';
import type { AppContext } from '#backend/domain/context';
import { limits, networkKey, consumeRateLimit } from '#backend/domain/limits';
import { confirmAddress } from './confirm-address';
import { endIntegrations } from './end-integrations';
import { accountOfCode, consumeCode } from './mail-codes';
import { assertGoodPassword, hashPassword } from './password';
import { setPassword } from './set-password';

const tooManyMails = (wait: string) =>
  `We have sent several mails to this address. Check your inbox, or wait ${wait} and try again.`;

/** The job looks up the account: every address gets the same answer. */
export async function forgotPassword(deps: AppContext, { email }: { email: string }): Promise<void> {
  await consumeRateLimit(deps, limits.mailFromAddress, networkKey(deps));
  await consumeRateLimit(deps, limits.mailToAddress, `reset:${email.toLowerCase()}`, tooManyMails);
  const { db, jobs } = deps;
  await jobs.add(db, 'send_mail', { mail: 'reset', email });
}

export async function verifyResetCode(deps: AppContext, { code }: { code: string }): Promise<{ email: string }> {
  const accountId = await accountOfCode(deps, code, 'reset');
  return deps.db.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirstOrThrow();
}

export async function resetPassword(deps: AppContext, input: { code: string; new_password: string }): Promise<void> {
  const { email } = await verifyResetCode(deps, input);
  assertGoodPassword(input.new_password, email, 'new_password');
  const passwordHash = await hashPassword(input.new_password);
  await inTransaction(deps.db, async (trx) => {
    const accountId = await consumeCode({ ...deps, db: trx }, input.code, 'reset');
    await setPassword({ ...deps, db: trx }, accountId, passwordHash);
    const isFirstProof = await confirmAddress(trx, deps, accountId);
    if (isFirstProof) await endIntegrations(trx, deps, accountId);
  });
}
