import { hashToken } from '#backend/domain/account/tokens';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { consumeRateLimit, limits, networkKey } from '#backend/domain/limits';

const tooMany = (wait: string) => `This was opened too often. Wait ${wait}, then try again.`;

/** @throws AppError `not_found` alike in all cases, or `too_many_requests` */
export async function findShared(deps: AppContext, token: string) {
  await consumeRateLimit(deps, limits.sharedFromAddress, networkKey(deps), tooMany);
  const now = deps.now();
  const row = await deps.db
    .selectFrom('share')
    .innerJoin('creation', 'creation.id', 'share.creation_id')
    .innerJoin('account', 'account.id', 'share.account_id')
    .leftJoin('material', 'material.id', 'creation.material_id')
    .select(['share.id', 'creation.kind', 'creation.result_key', 'creation.poster_key'])
    .select(['creation.label_visible', 'creation.source_type', 'material.width', 'material.height'])
    .where('share.hash', '=', hashToken(token))
    .where('share.expires_at', '>', now)
    .where('creation.expires_at', '>', now)
    .where('creation.deletion_id', 'is', null)
    .where('account.suspended_at', 'is', null)
    .executeTakeFirst();
  if (!row?.result_key) {
    throw new AppError('not_found', {
      message: 'This link shows nothing any more. It has expired, or its owner has withdrawn it.',
    });
  }
  await consumeRateLimit(deps, limits.sharedOfLink, row.id, tooMany);
  return { ...row, result_key: row.result_key };
}
