import type { Transaction } from 'kysely';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { AppError, orThrowNotFound } from '#backend/domain/app-error';
import type { SessionContext, UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits, networkKey } from '#backend/domain/limits';
import { confirmAddress } from './confirm-address';
import { confirmIdentity } from './confirm-identity';
import { removeEmptySignUp } from './empty-sign-up';
import { limitNotices } from './limit-notices';
import { lockAccount } from './lock-account';
import { accountOfCode, consumeCode } from './mail-codes';
import { hashToken } from './tokens';

const uniqueViolation = '23505';

const same = 'This is the address of your account already.';
const taken = 'This address belongs to another account by now. Use another address.';
const notYours = 'This link belongs to another account. Log in with the account that asked for it.';
const tooManyMails = (wait: string) =>
  `We have sent several mails to this address. Check its inbox, or wait ${wait} and try again.`;

/** Whether the new address has an account shows only in the mail to it. */
export async function askForEmailChange(
  deps: SessionContext,
  { email, password }: { email: string; password?: string | undefined },
): Promise<void> {
  const { accountId } = deps;
  await confirmIdentity(deps, password);
  const account = await deps.db
    .selectFrom('account')
    .select(['email', 'email_verified_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (account.email.toLowerCase() === email.toLowerCase())
    throw new AppError('invalid_input', { message: same, fields: { email: same } });
  await limitNotices(deps);
  await consumeRateLimit(deps, limits.mailFromAddress, networkKey(deps));
  await consumeRateLimit(deps, limits.mailToAddress, `change:${email.toLowerCase()}`, tooManyMails);
  await inTransaction(deps.db, async (trx) => {
    await deps.jobs.add(trx, 'send_mail', { mail: 'address_change', email, account_id: accountId });
    if (account.email_verified_at)
      await deps.jobs.add(trx, 'send_mail', { mail: 'address_change_asked', email: account.email });
  });
}

/** Keeps the code valid. */
export async function emailChangeState(deps: UserContext, { code }: { code: string }): Promise<{ email: string }> {
  assertOwn(deps, await accountOfCode(deps, code, 'change'));
  return { email: await newEmailOf(deps.db, code) };
}

/** The code proves the new mailbox, the session who asked for it: a mistyped address gives its reader no account. */
export async function confirmEmailChange(deps: UserContext, { code }: { code: string }): Promise<{ email: string }> {
  const { accountId, audit, clientAddress, jobs } = deps;
  return inTransaction(deps.db, async (trx) => {
    assertOwn(deps, await accountOfCode({ ...deps, db: trx }, code, 'change'));
    const email = await newEmailOf(trx, code);
    await removeEmptySignUp(deps, trx, email); // before the lock of the account: see the lock order
    await consumeCode({ ...deps, db: trx }, code, 'change');
    const before = await lockAccount(trx, accountId);
    await setEmail(trx, accountId, email);
    const isFirstProof = await confirmAddress(trx, deps, accountId);
    await dropUnusedCodes(trx, accountId);
    await audit.record({ event: 'address_changed', accountId, clientAddress }, trx);
    if (!isFirstProof) await jobs.add(trx, 'send_mail', { mail: 'address_changed', email: before.email });
    return { email };
  });
}

function assertOwn({ accountId }: UserContext, owner: string): void {
  if (owner !== accountId) throw new AppError('not_found', { message: notYours });
}

async function newEmailOf(db: UserContext['db'], code: string): Promise<string> {
  const row = await db
    .selectFrom('mail_code')
    .select('email')
    .where('hash', '=', hashToken(code))
    .where('email', 'is not', null)
    .executeTakeFirst();
  return orThrowNotFound(row?.email ?? undefined);
}

async function setEmail(trx: Transaction<Database>, accountId: string, email: string): Promise<void> {
  try {
    await trx.updateTable('account').set({ email }).where('id', '=', accountId).execute();
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error;
    throw new AppError('conflict', { message: taken });
  }
}

/** They were sent to the address before, or for another new one. */
async function dropUnusedCodes(trx: Transaction<Database>, accountId: string): Promise<void> {
  await trx.deleteFrom('mail_code').where('account_id', '=', accountId).where('used_at', 'is', null).execute();
}
