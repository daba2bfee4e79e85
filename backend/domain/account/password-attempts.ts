import { addDays, type AppContext } from '#backend/domain/context';
import { consumeRateLimit, limits, networkKey } from '#backend/domain/limits';
import { nilUuid } from '#backend/domain/uuid';

export interface AttemptedAccount {
  email: string;
  account: { id: string; password_set_at: Date | null } | undefined;
}

interface PasswordAttempt {
  refund(): Promise<void>;
}

const ofAccount = [limits.signInOfAccount, limits.signInOfAccountHour, limits.signInOfAccountDay];
const knownForDays = 90;

const locked = (wait: string) =>
  `Too many wrong passwords for this address. Wait ${wait}, or reset the password by mail to log in right away.`;

/**
 * Counts before the check, against parallel attempts. Loose limits exempt networks the owner has signed in from, so
 * that attackers cannot lock the owner out.
 */
export async function consumePasswordAttempt(
  deps: AppContext,
  { email, account }: AttemptedAccount,
): Promise<PasswordAttempt> {
  const network = networkKey(deps);
  const subject = `${email.toLowerCase()}\n${account?.password_set_at?.getTime() ?? ''}`;
  const pair = `${subject}\n${network ?? ''}`;
  const isKnown = await hasSignedInFrom(deps, account?.id ?? nilUuid, network);
  const counted = isKnown ? [] : ofAccount;
  const notify = () => notifyOwner(deps, email);
  await consumeRateLimit(deps, limits.signInFromAddress, network);
  await consumeRateLimit(deps, limits.signInOfPair, pair, locked, notify);
  for (const limit of counted) await consumeRateLimit(deps, limit, subject, locked, notify);
  return {
    async refund() {
      await deps.limits.clear(limits.signInOfPair, pair);
      for (const limit of counted) await deps.limits.refund(limit, subject);
      if (network) await deps.limits.refund(limits.signInFromAddress, network);
    },
  };
}

async function hasSignedInFrom(
  { db, now }: AppContext,
  accountId: string,
  network: string | undefined,
): Promise<boolean> {
  const known = await db
    .selectFrom('audit_event')
    .select('id')
    .where('account_id', '=', accountId)
    .where('event', '=', 'signed_in')
    .where('address', '=', network ?? '')
    .where('at', '>', addDays(now(), -knownForDays))
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}

async function notifyOwner({ db, jobs, limits: counts }: AppContext, email: string): Promise<void> {
  const { waitMs } = await counts.consume(limits.lockedMail, email.toLowerCase());
  if (waitMs === 0) await jobs.add(db, 'send_mail', { mail: 'sign_in_locked', email });
}
