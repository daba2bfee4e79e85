import { sql } from 'kysely';
import type { Session } from '#contract';
import { inTransaction } from '../../db/connect';
import { AppError } from '../app-error';
import type { Deps } from '../context';
import { limits, networkKey, consumeRateLimit } from '../limits';
import { passwordMatches } from './password';
import { startSession } from './start-session';

interface Credentials {
  email: string;
  password: string;
}

const locked = (wait: string) =>
  `Too many wrong passwords for this address. Wait ${wait}, or set a new password by mail: that works at once.`;

/** Signs in by e-mail address and password. What was wrong is not told apart, in words or in time. */
export async function logIn(deps: Deps, { email, password }: Credentials): Promise<Session> {
  await consumeSignInLimits(deps, email);
  const account = await deps.db
    .selectFrom('account')
    .select(['id', 'password_hash', 'suspended_at'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  const { clientAddress } = deps;
  if (!(await passwordMatches(account?.password_hash, password)) || !account) {
    await deps.audit.record({ event: 'sign_in_failed', accountId: account?.id, clientAddress, detail: 'password' });
    throw new AppError('wrong_credentials');
  }
  await giveTurnsBack(deps, email);
  if (account.suspended_at) throw new AppError('suspended');
  return inTransaction(deps.db, async (trx) => {
    // Checking takes a while. A password that was changed meanwhile has ended every session, and must begin none.
    const { password_hash } = await trx
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', account.id)
      .forShare()
      .executeTakeFirstOrThrow();
    if (password_hash !== account.password_hash) throw new AppError('wrong_credentials');
    return startSession({ ...deps, db: trx, accountId: account.id }, 'password');
  });
}

/**
 * A turn is taken before the password is looked at, so that a hundred tries at once are no more than ten. Addresses
 * without an account are counted alike.
 */
async function consumeSignInLimits(deps: Deps, email: string): Promise<void> {
  await consumeRateLimit(deps, limits.signInFromAddress, networkKey(deps));
  const tell = () => deps.jobs.add(deps.db, 'send_mail', { mail: 'sign_in_locked', email });
  await consumeRateLimit(deps, limits.signInOfAccount, email.toLowerCase(), locked, tell);
}

/** Only wrong passwords count. */
async function giveTurnsBack(deps: Deps, email: string): Promise<void> {
  await deps.limits.clear(limits.signInOfAccount, email.toLowerCase());
  const network = networkKey(deps);
  if (network) await deps.limits.giveBack(limits.signInFromAddress, network);
}
