import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';

const tooMany = (wait: string) => `Too many changes of this account. Wait ${wait}, then try again.`;

/**
 * Before a change of which the owner is notified by mail: the change is refused, so that no notice is missing. By address,
 * which an account that is deleted and registered again keeps.
 */
export async function limitNotices(deps: UserContext): Promise<void> {
  const { email } = await deps.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', deps.accountId)
    .executeTakeFirstOrThrow();
  await consumeRateLimit(deps, limits.noticeToAddress, email.toLowerCase(), tooMany);
}
