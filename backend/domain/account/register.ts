import { uuidv7 } from 'uuidv7';
import type { Transaction } from 'kysely';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { postEntry } from '#backend/domain/credits/ledger';
import type { AppContext } from '#backend/domain/context';
import { limits, networkKey, consumeRateLimit } from '#backend/domain/limits';
import { constantTime } from './constant-time';
import { assertGoodPassword, hashPassword, passwordMatches } from './password';
import { repeatSignUp, unconfirmedAccount } from './repeat-sign-up';
import { hashToken } from './tokens';

interface Registration {
  email: string;
  password: string;
  utmAll?: string | undefined;
  /** Secret of the browser that the activation link signs in. */
  device?: string | undefined;
}

interface NewAccount {
  email: string;
  passwordHash: string | null;
  nickname?: string | undefined;
  avatar?: string | undefined;
  utmAll?: string | undefined;
  verifiedAt?: Date;
  device?: string | undefined;
  credits?: number;
}

/** Characters. */
const longestNickname = 60;

/** Null if the address already has an account. */
export async function openAccount(trx: Transaction<Database>, account: NewAccount): Promise<string | null> {
  const id = uuidv7();
  const made = await trx
    .insertInto('account')
    .values({
      id,
      email: account.email,
      password_hash: account.passwordHash,
      password_set_at: account.passwordHash ? new Date() : null,
      nickname: [...(account.nickname || account.email.split('@')[0]!)].slice(0, longestNickname).join(''),
      avatar: account.avatar ?? null,
      utm_all: account.utmAll ?? null,
      email_verified_at: account.verifiedAt ?? null,
      sign_up_device: account.device ? hashToken(account.device) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return null;
  await trx.insertInto('wallet').values({ account_id: id }).execute();
  if (account.credits) {
    await postEntry(trx, {
      accountId: id,
      kind: 'grant',
      delta: account.credits,
      reference: `welcome:${id}`,
      note: 'Welcome',
    });
  }
  return id;
}

/** Answer and timing do not reveal whether the address is taken. */
export async function register(deps: AppContext, registration: Registration): Promise<{ email: string }> {
  const { email, password } = registration;
  assertGoodPassword(password, email);
  await consumeRateLimit(deps, limits.registerFromAddress, networkKey(deps));
  await consumeRateLimit(deps, limits.registerOfAddress, email.toLowerCase());
  await constantTime(() => createAccount(deps, registration));
  return { email };
}

async function createAccount(deps: AppContext, registration: Registration): Promise<void> {
  const { db, jobs, audit, clientAddress } = deps;
  const { email, password, utmAll, device } = registration;
  const passwordHash = await hashPassword(password);
  // Counted for every address, to reveal nothing; undone if a transaction fails.
  const address = email.toLowerCase();
  const { waitMs } = await deps.limits.consume(limits.registrationMail, address);
  const isMailed = waitMs === 0;
  try {
    const isMade = await inTransaction(db, async (trx) => {
      const accountId = await openAccount(trx, { email, passwordHash, utmAll, device });
      if (!accountId) return false;
      if (isMailed) await jobs.add(trx, 'send_mail', { mail: 'registration', email });
      await audit.record({ event: 'registered', accountId, clientAddress, detail: 'e-mail' }, trx);
      return true;
    });
    // Read now: a sign-up at the same moment may have made it.
    const known = isMade ? undefined : await unconfirmedAccount(db, email);
    const isKnownPassword = await passwordMatches(known?.password_hash, password); // takes as long without an account
    if (isMade) return;
    await inTransaction(db, async (trx) => {
      const isErased = known && !isKnownPassword && (await repeatSignUp(trx, deps, known, { passwordHash, device }));
      // Not without a mail: the one before leads to a login for which no password works.
      const delaySeconds = Math.ceil(waitMs / 1000);
      if (isMailed || isErased) await jobs.add(trx, 'send_mail', { mail: 'registration', email }, { delaySeconds });
    });
  } catch (error) {
    if (isMailed) await deps.limits.clear(limits.registrationMail, address);
    throw error;
  }
}
