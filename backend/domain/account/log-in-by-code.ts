import type { Session } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { lockAccount } from './lock-account';
import { startSession } from './start-session';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { consumeRateLimit, limits, networkKey } from '#backend/domain/limits';
import { openChallenge } from '#backend/domain/second-step/challenge';
import { consumeOneTimeCode } from '#backend/domain/second-step/one-time-secret';
import { asRecoveryCode, consumeRecoveryCode } from '#backend/domain/second-step/recovery-codes';
import { assertMaySignIn } from './suspended';

interface Answer {
  challenge: string;
  code: string;
}

const wrong = 'This code is wrong, has expired or was already used. Enter the one that the app shows now.';
const locked = (wait: string) => `Too many wrong codes. Wait ${wait}, or use a recovery code.`;

/** Recovery codes have a limit for each network, so that an attacker who knows the password cannot lock the owner out. */
export async function logInByCode(deps: AppContext, { challenge, code }: Answer): Promise<Session> {
  const { accountId, method } = await openChallenge(deps, challenge);
  await assertMaySignIn(deps.db, accountId); // before a code is used up
  const { clientAddress, audit } = deps;
  const recoveryCode = asRecoveryCode(code);
  const isRight = recoveryCode
    ? await recovers(deps, accountId, recoveryCode)
    : await isOneTimeCode(deps, accountId, code);
  if (!isRight) {
    await audit.record({ event: 'sign_in_failed', accountId, clientAddress, detail: 'code' });
    throw new AppError('wrong_credentials', { message: wrong, fields: { code: wrong } });
  }
  return inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId);
    await assertMaySignIn(trx, accountId);
    // A password changed during the check must not start a session.
    await openChallenge({ ...deps, db: trx }, challenge);
    return startSession({ ...deps, db: trx, accountId }, `${method} and code`);
  });
}

async function isOneTimeCode(deps: AppContext, accountId: string, code: string): Promise<boolean> {
  await consumeRateLimit(deps, limits.codeOfAccount, accountId, locked);
  await consumeRateLimit(deps, limits.codeOfAccountDay, accountId, locked);
  if (!(await consumeOneTimeCode(deps, accountId, code, 'confirmed'))) return false;
  await deps.limits.clear(limits.codeOfAccount, accountId);
  await deps.limits.clear(limits.codeOfAccountDay, accountId);
  return true;
}

async function recovers(deps: AppContext, accountId: string, plain: string): Promise<boolean> {
  await consumeRateLimit(deps, limits.recoveryOfPair, `${accountId}\n${networkKey(deps) ?? ''}`);
  return inTransaction(deps.db, async (trx) => {
    const { email } = await lockAccount(trx, accountId);
    if (!(await consumeRecoveryCode({ db: trx }, accountId, plain))) return false;
    const { clientAddress } = deps;
    await deps.audit.record({ event: 'recovery_code_used', accountId, clientAddress }, trx);
    await deps.jobs.add(trx, 'send_mail', { mail: 'recovery_code_used', email });
    return true;
  });
}
