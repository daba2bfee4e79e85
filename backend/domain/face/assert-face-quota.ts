import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';

/** Faces are kept until they are deleted, so their number is bounded; no list of people is longer. */
const mostFaces = 500;

const enough = (wait: string) => `That is a lot of faces at once. Wait ${wait}, then add the next.`;

/** Throws `too_many_requests` or `quota_exceeded` when the account may not add another face now. */
export async function assertFaceQuota(deps: UserContext): Promise<void> {
  await consumeRateLimit(deps, limits.faceOfAccount, deps.accountId, enough);
  const { n } = await deps.db
    .selectFrom('face')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', deps.accountId)
    .executeTakeFirstOrThrow();
  if (n >= mostFaces) {
    throw new AppError('quota_exceeded', {
      message: `You have ${n} faces; an account keeps at most ${mostFaces}. Delete one that you no longer need, then add the new one.`,
    });
  }
}
