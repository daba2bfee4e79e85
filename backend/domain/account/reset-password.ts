import { inTransaction } from '#backend/db/connect';
import type { AppContext } from '#backend/domain/context';
import { limits, networkKey, consumeRateLimit } from '#backend/domain/limits';
import { confirmAddress } from './confirm-address';
import { accountOfCode, consumeCode } from './mail-codes';
import { assertGoodPassword, hashPassword } from './password';
import { setPassword } from './set-password';

const tooManyMails = (wait: string) =>
  `Several mails are on their way to this address already. Look into it, or wait ${wait} and try again.`;

/** Has a reset code sent, if the address has an account. Nothing is looked up here: every address is answered alike. */
export async function forgotPassword(deps: AppContext, { email }: { email: string }): Promise<void> {
  await consumeRateLimit(deps, limits.mailFromAddress, networkKey(deps));
  await consumeRateLimit(deps, limits.mailToAddress, `reset:${email.toLowerCase()}`, tooManyMails);
  const { db, jobs } = deps;
  await jobs.add(db, 'send_mail', { mail: 'reset', email });
}

/** Whose reset code this is; it stays good. Throws `not_found`, `expired`. */
export async function verifyResetCode(deps: AppContext, { code }: { code: string }): Promise<{ email: string }> {
  const accountId = await accountOfCode(deps, code, 'reset');
  return deps.db.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirstOrThrow();
}

/** Sets a new password by code. A password that is refused leaves the code good for another. */
export async function resetPassword(deps: AppContext, input: { code: string; new_password: string }): Promise<void> {
  const { email } = await verifyResetCode(deps, input);
  assertGoodPassword(input.new_password, email, 'new_password');
  const passwordHash = await hashPassword(input.new_password);
  await inTransaction(deps.db, async (trx) => {
    const accountId = await consumeCode({ ...deps, db: trx }, input.code, 'reset');
    await setPassword({ ...deps, db: trx }, accountId, passwordHash);
    // Whoever got the code reads the mails of this address.
    await confirmAddress(trx, deps, accountId);
  });
}
