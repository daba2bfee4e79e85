import { sql, type Transaction } from 'kysely';
import { rules } from '#contract';
import type { Database } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { formatWait } from '#backend/domain/limits';
import { confirmFirst } from './photos-first';

/** Open links reserve up to 4 GB each. */
const maxOpenLinks = 30;
const minBytes = 1024 * 1024;
const megabyte = 1024 * 1024;

interface Wanted {
  kind: rules.MediaKind;
  size?: number | undefined;
}

/** Bytes: the announced size or the rest of the quota. Locks the account's row. */
export async function reserveStorage(
  trx: Transaction<Database>,
  { accountId, policy, now }: Pick<UserContext, 'accountId' | 'policy' | 'now'>,
  { kind, size }: Wanted,
): Promise<number> {
  const { quota, isConfirmed } = await lockQuota(trx, { accountId, policy });
  if (!isConfirmed && kind !== 'photo') throw new AppError('activation_required', { message: confirmFirst });
  const usage = await usageOf(trx, accountId, now());
  assertFewOpenLinks(usage, now());
  const left = quota - usage.bytes;
  if (left < (size ?? minBytes)) throw quotaExceeded(usage, quota, { size, isConfirmed });
  return size ?? Math.min(left, rules.maxBytes[kind]);
}

/**
 * Uploads since the deletion may have taken the room.
 * @throws AppError `quota_exceeded`
 */
export async function assertRoomForRestored(
  trx: Transaction<Database>,
  { accountId, policy, now }: Pick<UserContext, 'accountId' | 'policy' | 'now'>,
  deletedAt: Date,
): Promise<void> {
  const { quota } = await lockQuota(trx, { accountId, policy });
  const { bytes } = await usageOf(trx, accountId, now());
  if (bytes <= quota) return;
  const later = await trx
    .selectFrom('material')
    .select('id')
    .where('account_id', '=', accountId)
    .where('created_at', '>', deletedAt)
    .limit(1)
    .executeTakeFirst();
  if (!later) return; // over its quota before, e.g. when its plan ended
  throw new AppError('quota_exceeded', {
    message: `There is no room left to restore this: newer uploads take it. Your storage has ${inMegabytes(quota)}.`,
  });
}

async function lockQuota(
  trx: Transaction<Database>,
  { accountId, policy }: Pick<UserContext, 'accountId' | 'policy'>,
): Promise<{ quota: number; isConfirmed: boolean }> {
  const { user_status, email_verified_at } = await trx
    .selectFrom('account')
    .select(['user_status', 'email_verified_at'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const plan = user_status === 'premium' ? 'premium' : 'free';
  const isConfirmed = email_verified_at !== null;
  return { quota: policy.quotaBytes[isConfirmed ? plan : 'unconfirmed'], isConfirmed };
}

interface Usage {
  bytes: number;
  openLinks: number;
  firstExpiry: Date | null;
}

async function usageOf(trx: Transaction<Database>, accountId: string, now: Date): Promise<Usage> {
  const isOpen = sql<boolean>`status = 'uploading' and grant_expires_at > ${now}`;
  return trx
    .selectFrom('material')
    .select([
      sql<number>`(coalesce(sum(size) filter (where status in ('probing', 'ready')), 0)
        + coalesce(sum(granted_bytes) filter (where ${isOpen}), 0))::bigint`.as('bytes'),
      sql<number>`count(*) filter (where ${isOpen})`.as('openLinks'),
      sql<Date | null>`min(grant_expires_at) filter (where ${isOpen})`.as('firstExpiry'),
    ])
    .where('account_id', '=', accountId)
    .where('deletion_id', 'is', null)
    .executeTakeFirstOrThrow();
}

function assertFewOpenLinks({ openLinks, firstExpiry }: Usage, now: Date): void {
  if (openLinks < maxOpenLinks || !firstExpiry) return;
  const waitMs = Math.max(1000, firstExpiry.getTime() - now.getTime());
  throw new AppError('too_many_requests', {
    message: `${openLinks} uploads are unfinished. Finish or delete one of them, or wait ${formatWait(waitMs)}.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}

function quotaExceeded(
  { bytes, openLinks }: Usage,
  quota: number,
  { size, isConfirmed }: { size: number | undefined; isConfirmed: boolean },
): AppError {
  const taken = `Your uploads take ${inMegabytes(bytes)} of ${inMegabytes(quota)}`;
  const open = openLinks > 0 ? `, including ${openLinks} unfinished uploads` : '';
  const wanted = size === undefined ? '' : ` This file has ${inMegabytes(size)}.`;
  const remedy = isConfirmed
    ? 'Delete uploads that you no longer need, then try again.'
    : 'Confirm your e-mail address for more room, or delete uploads that you no longer need.';
  return new AppError('quota_exceeded', { message: `${taken}${open}.${wanted} ${remedy}` });
}

const inMegabytes = (bytes: number) => `${(Math.round((bytes / megabyte) * 10) / 10).toLocaleString('en')} MB`;
