import { uuidv7 } from 'uuidv7';
import type { Transaction } from 'kysely';
import { inTransaction } from '../../db/connect';
import type { Database } from '../../db/types';
import { postEntry } from '../credits/post-entry';
import type { Deps } from '../context';
import { limits, networkKey, consumeRateLimit } from '../limits';
import { inEvenTime } from './even-time';
import { assertGoodPassword, hashPassword } from './password';

interface Registration {
  email: string;
  password: string;
  utmAll?: string | undefined;
}

interface NewAccount {
  email: string;
  passwordHash: string | null;
  nickname?: string | undefined;
  avatar?: string | undefined;
  utmAll?: string | undefined;
  verifiedAt?: Date;
  credits: number;
}

/** Makes an account with its wallet and first credits; null when the address has one already. */
export async function openAccount(trx: Transaction<Database>, account: NewAccount): Promise<string | null> {
  const id = uuidv7();
  const made = await trx
    .insertInto('account')
    .values({
      id,
      email: account.email,
      password_hash: account.passwordHash,
      password_set_at: account.passwordHash ? new Date() : null,
      nickname: (account.nickname || account.email.split('@')[0]!).slice(0, 60),
      avatar: account.avatar ?? null,
      utm_all: account.utmAll ?? null,
      email_verified_at: account.verifiedAt ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return null;
  await trx.insertInto('wallet').values({ account_id: id }).execute();
  if (account.credits > 0) {
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

/**
 * Registers an address and has it written to. Answer and timing are the same when the address is taken: only the mail,
 * which its owner alone reads, tells.
 */
export async function register(deps: Deps, { email, password, utmAll }: Registration): Promise<{ email: string }> {
  assertGoodPassword(password, email);
  await consumeRateLimit(deps, limits.registerFromAddress, networkKey(deps));
  await consumeRateLimit(deps, limits.registerOfAddress, email.toLowerCase());
  await inEvenTime(() => make(deps, { email, password, utmAll }));
  return { email };
}

async function make(deps: Deps, { email, password, utmAll }: Registration): Promise<void> {
  const passwordHash = await hashPassword(password);
  const account = { email, passwordHash, utmAll, credits: deps.policy.welcomeCredits };
  await inTransaction(deps.db, async (trx) => {
    const accountId = await openAccount(trx, account);
    await deps.jobs.add(trx, 'send_mail', { mail: 'registration', email });
    const { clientAddress } = deps;
    if (accountId) await deps.audit.record({ event: 'registered', accountId, clientAddress, detail: 'e-mail' }, trx);
  });
}
