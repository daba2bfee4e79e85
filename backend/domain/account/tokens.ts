import { createHash, randomBytes } from 'node:crypto';
import { signedOutMessage } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import { addDays, type AppContext, type SessionContext, type UserContext } from '#backend/domain/context';
import { networkKey } from '#backend/domain/limits';
import { deviceName } from './device-name';
import { assertNotSuspended, suspensionColumns } from './suspended';

/** Tokens have 256 random bits: a plain hash suffices. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A further one ends the session that was unused for longest. */
const maxSessions = 50;
const idleDays = 14;
const minuteMs = 60_000;

/** A session not used since has ended. */
export const idleSince = (now: Date): Date => addDays(now, -idleDays);

/** Stores only the hash. */
export async function issueToken(deps: AppContext, accountId: string): Promise<{ token: string; expiresAt: Date }> {
  const { db, policy, now, userAgent } = deps;
  const token = `fs_${randomBytes(32).toString('base64url')}`;
  const expiresAt = addDays(now(), policy.tokenDays);
  await db
    .insertInto('access_token')
    .values({
      hash: hashToken(token),
      account_id: accountId,
      expires_at: expiresAt,
      last_used_at: now(),
      device: deviceName(userAgent),
      address: networkKey(deps) ?? null,
    })
    .execute();
  await endOldest(db, accountId);
  return { token, expiresAt };
}

async function endOldest(db: AppContext['db'], accountId: string): Promise<void> {
  const kept = db
    .selectFrom('access_token')
    .select('hash')
    .where('account_id', '=', accountId)
    .orderBy('last_used_at', 'desc')
    .limit(maxSessions);
  await db.deleteFrom('access_token').where('account_id', '=', accountId).where('hash', 'not in', kept).execute();
}

/** @throws AppError `unauthenticated`, `suspended` */
export async function accountOfToken(
  deps: Pick<AppContext, 'db' | 'now' | 'clientAddress'>,
  token: string,
): Promise<string> {
  const row = await deps.db
    .selectFrom('access_token')
    .innerJoin('account', 'account.id', 'access_token.account_id')
    .select(['account.id', ...suspensionColumns, 'access_token.last_used_at'])
    .where('access_token.hash', '=', hashToken(token))
    .where('access_token.expires_at', '>', deps.now())
    .where('access_token.last_used_at', '>', idleSince(deps.now()))
    .executeTakeFirst();
  if (!row) throw new AppError('unauthenticated', { message: signedOutMessage });
  assertNotSuspended(row);
  await recordUse(deps, token, row.last_used_at);
  return row.id;
}

/** At most once a minute, to save writes. */
async function recordUse(
  deps: Pick<AppContext, 'db' | 'now' | 'clientAddress'>,
  token: string,
  lastUsedAt: Date,
): Promise<void> {
  const before = new Date(deps.now().getTime() - minuteMs);
  if (lastUsedAt > before) return;
  await deps.db
    .updateTable('access_token')
    .set({ last_used_at: deps.now(), address: networkKey(deps) ?? null })
    .where('hash', '=', hashToken(token))
    .where('last_used_at', '<=', before)
    .execute();
}

/** Ended by age or by disuse. */
export async function sweepTokens({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('access_token')
    .where((eb) => eb.or([eb('expires_at', '<', now()), eb('last_used_at', '<', idleSince(now()))]))
    .execute();
}

const recentMs = 10 * 60_000;

/** @throws AppError `conflict` unless the token was issued within the last 10 minutes */
export async function assertRecentSignIn({ db, now, token }: SessionContext): Promise<void> {
  const row = await db
    .selectFrom('access_token')
    .select('created_at')
    .where('hash', '=', hashToken(token))
    .executeTakeFirst();
  if (row && now().getTime() - row.created_at.getTime() <= recentMs) return;
  throw new AppError('conflict', {
    message: 'This requires a recent login. Log in again, then retry.',
  });
}

export async function revokeAllTokens({ db, audit, accountId, clientAddress }: UserContext): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom('access_token').where('account_id', '=', accountId).execute();
    await audit.record({ event: 'signed_out_everywhere', accountId, clientAddress }, trx);
  });
}

export async function revokeToken({ db }: Pick<AppContext, 'db'>, token: string): Promise<void> {
  await db.deleteFrom('access_token').where('hash', '=', hashToken(token)).execute();
}
