import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';

const tooManyChanges = (wait: string) => `Too many changes to faces at once. Wait ${wait}, then try again.`;

/** @throws AppError `too_many_requests` */
export async function assertMayChangeFaces(deps: UserContext): Promise<void> {
  await consumeRateLimit(deps, limits.faceChangeOfAccount, deps.accountId, tooManyChanges);
}
