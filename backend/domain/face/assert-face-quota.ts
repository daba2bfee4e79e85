import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';

/** Faces never expire, so their number is bounded. */
const maxFaces = 500;

const tooManyFaces = (wait: string) => `Too many faces at once. Wait ${wait}, then add the next.`;

/** @throws AppError `too_many_requests` or `quota_exceeded` if the account may not add another face now */
export async function assertFaceQuota(deps: UserContext): Promise<void> {
  await consumeRateLimit(deps, limits.faceOfAccount, deps.accountId, tooManyFaces);
  const { n } = await deps.db
    .selectFrom('face')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', deps.accountId)
    .executeTakeFirstOrThrow();
  if (n >= maxFaces) {
    throw new AppError('quota_exceeded', {
      message: `You have ${n} faces; an account keeps at most ${maxFaces}. Delete one that you no longer need, then add the new one.`,
    });
  }
}
