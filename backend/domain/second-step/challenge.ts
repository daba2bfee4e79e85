import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { hasOneTimeCodes } from './one-time-secret';

export type FirstStep = 'password' | 'google';

interface Challenge {
  accountId: string;
  method: FirstStep;
  /** A password that was changed since makes the challenge void, as does the disconnection of Google. */
  passwordSetAt: number | null;
  expiresAt: number;
}

const lifeMs = 10 * 60_000;
const context = 'second step of a sign-in';

/** @throws AppError `code_required` with a challenge, if the account has one-time codes */
export async function requireSecondStep(
  deps: Pick<AppContext, 'db' | 'now' | 'vault'>,
  accountId: string,
  method: FirstStep,
): Promise<void> {
  if (await hasOneTimeCodes(deps, accountId)) throw await secondStepError(deps, accountId, method);
}

/** `code_required` */
export async function secondStepError(
  deps: Pick<AppContext, 'db' | 'now' | 'vault'>,
  accountId: string,
  method: FirstStep,
): Promise<AppError> {
  const passwordSetAt = (await signInState(deps, accountId))?.passwordSetAt ?? null;
  const challenge: Challenge = { accountId, method, passwordSetAt, expiresAt: deps.now().getTime() + lifeMs };
  const sealed = deps.vault.seal(JSON.stringify(challenge), context);
  return new AppError('code_required', { challenge: sealed.toString('base64url') });
}

/** @throws AppError `expired` */
export async function openChallenge(
  deps: Pick<AppContext, 'db' | 'now' | 'vault'>,
  sealed: string,
): Promise<Pick<Challenge, 'accountId' | 'method'>> {
  const challenge = read(deps, sealed);
  if (!challenge || challenge.expiresAt <= deps.now().getTime()) throw expired();
  const account = await signInState(deps, challenge.accountId);
  if (account?.passwordSetAt !== challenge.passwordSetAt) throw expired();
  if (challenge.method === 'google' && account.refusesGoogle) throw expired();
  return challenge;
}

const expired = () =>
  new AppError('expired', { message: 'This login took too long. Log in again, then enter a new code.' });

function read({ vault }: Pick<AppContext, 'vault'>, sealed: string): Challenge | undefined {
  try {
    return JSON.parse(vault.open(Buffer.from(sealed, 'base64url'), context)) as Challenge;
  } catch {
    return undefined;
  }
}

/** Undefined if the account was deleted. */
async function signInState({ db }: Pick<AppContext, 'db'>, accountId: string) {
  const row = await db
    .selectFrom('account')
    .select(['password_set_at', 'google_refused_at'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  return (
    row && { passwordSetAt: row.password_set_at?.getTime() ?? null, refusesGoogle: row.google_refused_at !== null }
  );
}
