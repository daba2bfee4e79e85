import { createHash, randomBytes } from 'node:crypto';
import type { AppContext } from '#backend/domain/context';

const lifeMs = 10 * 60_000;
const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest();

type ChallengeContext = Pick<AppContext, 'db' | 'now'>;

/** @param accountId null for a sign-in, which finds its account by the passkey */
export async function issueChallenge({ db, now }: ChallengeContext, accountId: string | null) {
  const bytes = randomBytes(32);
  const expires_at = new Date(now().getTime() + lifeMs);
  await db
    .insertInto('passkey_challenge')
    .values({ hash: hashOf(bytes.toString('base64url')), account_id: accountId, expires_at })
    .execute();
  return new Uint8Array(bytes);
}

/** Of concurrent uses one succeeds. */
export async function consumeChallenge(
  { db, now }: ChallengeContext,
  challenge: string,
  accountId: string | null,
): Promise<boolean> {
  const used = await db
    .deleteFrom('passkey_challenge')
    .where('hash', '=', hashOf(challenge))
    .where('account_id', accountId ? '=' : 'is', accountId)
    .returning('expires_at')
    .executeTakeFirst();
  return used !== undefined && used.expires_at > now();
}

/** Of unfinished ceremonies. */
export async function sweepChallenges({ db, now }: ChallengeContext): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', now()).execute();
}
