import { uuidv7 } from 'uuidv7';
import type { Transaction } from 'kysely';
import { inTransaction } from '../../db/connect';
import type { Database } from '../../db/types';
import { postEntry } from '../credits/post-entry';
import type { Deps } from '../context';
import { assertGoodPassword, hashPassword } from './password';

interface Registration {
  email: string;
  password: string;
  utmAll?: string | undefined;
}

interface NewAccount {
  email: string;
  passwordHash: string | null;
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
      nickname: account.email.split('@')[0]!.slice(0, 60),
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
  const passwordHash = await hashPassword(password);
  const account = { email, passwordHash, utmAll, credits: deps.policy.welcomeCredits };
  const made = await inTransaction(deps.db, async (trx) => {
    const id = await openAccount(trx, account);
    await deps.jobs.add(trx, 'send_mail', { mail: 'registration', email });
    return id;
  });
  deps.log.info({ made: made !== null }, 'registration');
  return { email };
}
