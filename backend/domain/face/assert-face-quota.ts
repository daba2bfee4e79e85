import { countRows } from '#backend/domain/count-rows';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';

/** Faces never expire. */
const maxPhotos = 500;

const tooManyFaces = (wait: string) => `Too many faces at once. Wait ${wait}, then add the next.`;

/** @throws AppError `too_many_requests`, `quota_exceeded` */
export async function assertFaceQuota(deps: UserContext): Promise<void> {
  await consumeRateLimit(deps, limits.faceOfAccount, deps.accountId, tooManyFaces);
  const photos = await countRows(deps.db.selectFrom('face_photo').where('account_id', '=', deps.accountId));
  if (photos >= maxPhotos) {
    throw new AppError('quota_exceeded', {
      message: `Your faces have ${photos} photos; an account keeps at most ${maxPhotos}. Delete one that you no longer need, then add the new one.`,
    });
  }
}
