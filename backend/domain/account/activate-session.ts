import type { Session } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { limits } from '#backend/domain/limits';
import { activationState } from './activation-state';
import { confirmByCode } from './confirm-by-code';
import { startSession } from './start-session';
import { assertMaySignIn } from './suspended';

/** `device` proves that the mail's reader chose the account's password. */
export async function activateSession(
  deps: AppContext,
  { code, device }: { code: string; device: string },
): Promise<Session> {
  const session = await inTransaction(deps.db, async (trx) => {
    const context = { ...deps, db: trx };
    const { is_sign_up_device } = await activationState(context, { code, device });
    if (!is_sign_up_device) {
      throw new AppError('conflict', {
        message: 'The sign-up was on another device. Confirm the address, then log in with the password.',
      });
    }
    const { accountId } = await confirmByCode(trx, deps, code);
    await assertMaySignIn(trx, accountId);
    return startSession({ ...context, accountId }, 'activation');
  });
  await deps.limits.clear(limits.registrationMail, session.user.email.toLowerCase());
  return session;
}
