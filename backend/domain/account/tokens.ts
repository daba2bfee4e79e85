import { createHash, randomBytes } from 'node:crypto';
import { signedOutMessage } from '#contract';
import { AppError } from '#backend/domain/app-error';
import { addDays, type AppContext, type SessionContext, type UserContext } from '#backend/domain/context';

/** Tokens have 256 random bits: a plain hash suffices. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Stores only the hash. */
export async function issueToken(
  { db, policy, now }: AppContext,
  accountId: string,
): Promise<{ token: string; expiresAt: Date }> {
  const token = `fs_${randomBytes(32).toString('base64url')}`;
  const expiresAt = addDays(now(), policy.tokenDays);
  await db
    .insertInto('access_token')
    .values({ hash: hashToken(token), account_id: accountId, expires_at: expiresAt })
    .execute();
  return { token, expiresAt };
}

/** @throws AppError `unauthenticated`, `suspended` */
export async function accountOfToken({ db, now }: Pick<AppContext, 'db' | 'now'>, token: string): Promise<string> {
  const row = await db
    .selectFrom('access_token')
    .innerJoin('account', 'account.id', 'access_token.account_id')
    .select(['account.id', 'account.suspended_at'])
    .where('access_token.hash', '=', hashToken(token))
    .where('access_token.expires_at', '>', now())
    .executeTakeFirst();
  if (!row) throw new AppError('unauthenticated', { message: signedOutMessage });
  if (row.suspended_at) throw new AppError('suspended');
  return row.id;
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
    message: 'This requires a recent sign-in. Sign in again, then retry.',
  });
}

export async function revokeAllTokens({ db, audit, accountId, clientAddress }: UserContext): Promise<void> {
  await db.deleteFrom('access_token').where('account_id', '=', accountId).execute();
  await audit.record({ event: 'signed_out_everywhere', accountId, clientAddress }, db);
}

export async function revokeToken({ db }: Pick<AppContext, 'db'>, token: string): Promise<void> {
  await db.deleteFrom('access_token').where('hash', '=', hashToken(token)).execute();
}
