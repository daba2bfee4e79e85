import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';

/** Faces never expire. */
const maxPhotos = 500;

const tooManyFaces = (wait: string) => `Too many faces at once. Wait ${wait}, then add the next.`;

/** @throws AppError `too_many_requests`, `quota_exceeded` */
export async function assertFaceQuota(deps: UserContext): Promise<void> {
  await consumeRateLimit(deps, limits.faceOfAccount, deps.accountId, tooManyFaces);
  const { n } = await deps.db
    .selectFrom('face_photo')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', deps.accountId)
    .executeTakeFirstOrThrow();
  if (n >= maxPhotos) {
    throw new AppError('quota_exceeded', {
      message: `Your faces have ${n} photos; an account keeps at most ${maxPhotos}. Delete one that you no longer need, then add the new one.`,
    });
  }
}
