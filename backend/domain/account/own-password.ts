import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { limits, consumeRateLimit } from '#backend/domain/limits';
import { passwordMatches } from './password';

const locked = (wait: string) => `Too many wrong passwords. Wait ${wait}, then try again.`;
const wrong = 'This is not your password. If you have forgotten it, log out and set a new one by mail.';

export async function assertOwnPassword(
  deps: UserContext,
  password: string,
  field: string,
): Promise<{ email: string }> {
  const { accountId, clientAddress } = deps;
  await consumeRateLimit(deps, limits.passwordOfSession, accountId, locked);
  const account = await deps.db
    .selectFrom('account')
    .select(['email', 'password_hash'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw new AppError('unauthenticated'); // deleted since the call began
  if (!(await passwordMatches(account.password_hash, password))) {
    await deps.audit.record({ event: 'sign_in_failed', accountId, clientAddress, detail: field });
    throw new AppError('wrong_credentials', { message: wrong, fields: { [field]: wrong } });
  }
  await deps.limits.clear(limits.passwordOfSession, accountId);
  return account;
}
