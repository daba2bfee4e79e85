import { sql, type Transaction } from 'kysely';
import { rules } from '#contract';
import type { Database } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { formatWait } from '#backend/domain/limits';
import { confirmFirst } from './photos-first';

/** Links that wait for their file at one time. Without a bound, links for 4 GB each could be collected without end. */
const mostOpenLinks = 30;
/** A link for a file of unknown size that allows less than this is of no use. */
const leastBytes = 1024 * 1024;
const megabyte = 1024 * 1024;

interface Wanted {
  kind: rules.MediaKind;
  /** Bytes, if announced. */
  size?: number | undefined;
}

/**
 * Decides how many bytes a new link may allow: the announced size, or what is left of the account's quota. The account's
 * row stays locked until the transaction ends, so that links asked for at once are counted one after the other.
 */
export async function reserveStorage(
  trx: Transaction<Database>,
  { accountId, policy, now }: Pick<UserContext, 'accountId' | 'policy' | 'now'>,
  { kind, size }: Wanted,
): Promise<number> {
  const { user_status, email_verified_at } = await trx
    .selectFrom('account')
    .select(['user_status', 'email_verified_at'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (!email_verified_at && kind !== 'photo') {
    throw new AppError('activation_required', { message: confirmFirst });
  }
  const usage = await usageOf(trx, accountId, now());
  assertFewOpenLinks(usage, now());
  const plan = user_status === 'premium' ? 'premium' : 'free';
  const quota = policy.quotaBytes[email_verified_at ? plan : 'unconfirmed'];
  const left = quota - usage.bytes;
  if (left < (size ?? leastBytes)) throw quotaExceeded(usage, quota, { size, isConfirmed: Boolean(email_verified_at) });
  return size ?? Math.min(left, rules.maxBytes[kind]);
}

interface Usage {
  /** Stored files and open links together. */
  bytes: number;
  openLinks: number;
  /** When the first of the open links ends. */
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
    .executeTakeFirstOrThrow();
}

function assertFewOpenLinks({ openLinks, firstExpiry }: Usage, now: Date): void {
  if (openLinks < mostOpenLinks || !firstExpiry) return;
  const waitMs = Math.max(1000, firstExpiry.getTime() - now.getTime());
  throw new AppError('too_many_requests', {
    message: `${openLinks} uploads have been started and have not arrived. Finish or delete one of them, or wait ${formatWait(waitMs)}.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}

function quotaExceeded(
  { bytes, openLinks }: Usage,
  quota: number,
  { size, isConfirmed }: { size: number | undefined; isConfirmed: boolean },
): AppError {
  const taken = `Your uploads take ${inMegabytes(bytes)} of ${inMegabytes(quota)}`;
  const open = openLinks > 0 ? `, including ${openLinks} that have been started and have not arrived` : '';
  const wanted = size === undefined ? '' : ` This file has ${inMegabytes(size)}.`;
  const remedy = isConfirmed
    ? 'Delete uploads that you no longer need, then try again.'
    : 'Confirm your e-mail address for more room, or delete uploads that you no longer need.';
  return new AppError('quota_exceeded', { message: `${taken}${open}.${wanted} ${remedy}` });
}

const inMegabytes = (bytes: number) => `${(Math.round((bytes / megabyte) * 10) / 10).toLocaleString('en')} MB`;
