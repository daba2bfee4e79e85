import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { hasOneTimeCodes } from './one-time-secret';

export type FirstStep = 'password' | 'google';

interface Challenge {
  accountId: string;
  method: FirstStep;
  /** A password that was changed since makes the challenge void. */
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
  const passwordSetAt = (await passwordTime(deps, accountId)) ?? null;
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
  if ((await passwordTime(deps, challenge.accountId)) !== challenge.passwordSetAt) throw expired();
  return challenge;
}

const expired = () =>
  new AppError('expired', { message: 'This sign-in took too long. Log in again, then enter a new code.' });

function read({ vault }: Pick<AppContext, 'vault'>, sealed: string): Challenge | undefined {
  try {
    return JSON.parse(vault.open(Buffer.from(sealed, 'base64url'), context)) as Challenge;
  } catch {
    return undefined;
  }
}

/** Undefined if the account was deleted. */
async function passwordTime({ db }: Pick<AppContext, 'db'>, accountId: string): Promise<number | null | undefined> {
  const row = await db.selectFrom('account').select('password_set_at').where('id', '=', accountId).executeTakeFirst();
  return row && (row.password_set_at?.getTime() ?? null);
}
