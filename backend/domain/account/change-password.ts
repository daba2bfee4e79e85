import type { Session } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import { limitNotices } from './limit-notices';
import { assertOwnPassword } from './own-password';
import { assertGoodPassword, hashPassword } from './password';
import { setPassword } from './set-password';
import { startSession } from './start-session';

export async function changePassword(
  deps: UserContext,
  { old_password, new_password }: { old_password: string; new_password: string },
): Promise<Session> {
  const { accountId } = deps;
  const account = await assertOwnPassword(deps, old_password, 'old_password');
  await consumeRateLimit(deps, limits.passwordChangeOfAccount, accountId);
  assertGoodPassword(new_password, account.email, 'new_password');
  await limitNotices(deps);
  const passwordHash = await hashPassword(new_password);
  return inTransaction(deps.db, async (trx) => {
    const inside = { ...deps, db: trx };
    await setPassword(inside, accountId, passwordHash);
    return startSession(inside, 'password');
  });
}
