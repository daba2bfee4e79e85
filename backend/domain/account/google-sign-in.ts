import { sql, type Transaction } from 'kysely';
import type { Output, Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { ProviderUnreachable, TokenRefused, type VerifiedIdentity } from '#backend/providers/identity/port';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { limits, networkKey, consumeRateLimit } from '#backend/domain/limits';
import { confirmAddress } from './confirm-address';
import { openAccount } from './register';
import { startSession } from './start-session';
import { grantWelcomeCredits } from './welcome';

type Input = Parsed<'idtoken_login_google'>;

const notSetUp = 'Signing in with Google is not set up on this site. Your e-mail address works just as well.';
const notReached = 'Google cannot be reached right now. Try again shortly, or log in with your e-mail address.';
const notAccepted = 'Google’s answer could not be accepted. Try once more, or log in with your e-mail address.';
const notConfirmed =
  'Google does not know that this address is yours. Confirm it at Google, or sign up with your e-mail address here.';
const notYours = 'That is another Google account than the one you signed in with here. Choose that one.';

/**
 * Signs in whoever Google vouches for. An account is found by Google's own id of the person; by address only where
 * Google has confirmed it; made where there is none.
 */
export async function signInWithGoogle(deps: AppContext, input: Input): Promise<Output<'idtoken_login_google'>> {
  await consumeRateLimit(deps, limits.signInFromAddress, networkKey(deps));
  const person = await vouchedPerson(deps, input);
  const session = await inTransaction(deps.db, async (trx) => {
    // One sign-in of a person at a time: the first makes the account, the others find it.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`google\n${person.subject}`}, 0))`.execute(trx);
    const inside = { ...deps, db: trx };
    const known = await accountOf(trx, person.subject);
    if (input.uid && known !== input.uid) throw new AppError('wrong_credentials', { message: notYours });
    const accountId = known ?? (await connect(inside, trx, person, input.utm_all));
    await assertNotSuspended(trx, accountId);
    return startSession({ ...inside, accountId }, 'google');
  });
  const network = networkKey(deps);
  if (network) await deps.limits.refund(limits.signInFromAddress, network);
  return { ...session, redirect: input.redirect ?? null };
}

async function vouchedPerson(
  { google, audit, clientAddress, log }: AppContext,
  input: Input,
): Promise<VerifiedIdentity> {
  if (!google) throw new AppError('not_offered', { message: notSetUp });
  try {
    return await google.verify(input.idtoken, input.nonce);
  } catch (cause) {
    if (cause instanceof ProviderUnreachable) throw new AppError('unavailable', { message: notReached, cause });
    if (!(cause instanceof TokenRefused)) throw cause;
    log.warn({ reason: cause.message }, 'an id token was refused');
    await audit.record({ event: 'sign_in_failed', clientAddress, detail: 'google' });
    throw new AppError('wrong_credentials', { message: notAccepted, cause });
  }
}

async function accountOf(trx: Transaction<Database>, subject: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('identity')
    .select('account_id')
    .where('provider', '=', 'google')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.account_id;
}

/** Connects a person with the account of their address, or with a new one. */
async function connect(
  deps: AppContext,
  trx: Transaction<Database>,
  person: VerifiedIdentity,
  utmAll: string | undefined,
): Promise<string> {
  if (!person.isEmailVerified) throw new AppError('wrong_credentials', { message: notConfirmed });
  const { email, name: nickname, picture: avatar } = person;
  const opening = { email, nickname, avatar, utmAll, passwordHash: null, verifiedAt: deps.now() };
  const made = await openAccount(trx, opening);
  if (made) await grantWelcomeCredits(trx, deps, { accountId: made, email });
  const { audit, clientAddress } = deps;
  if (made) await audit.record({ event: 'registered', accountId: made, clientAddress, detail: 'google' }, trx);
  const accountId = made ?? (await takeOver(deps, trx, email));
  await trx
    .insertInto('identity')
    .values({ provider: 'google', subject: person.subject, account_id: accountId })
    .execute();
  return accountId;
}

/**
 * The account that has the address already. If its address was never confirmed, anybody may have signed up with it and
 * be waiting for its owner: the password they chose, and what they are signed in with, end here.
 */
async function takeOver(deps: AppContext, trx: Transaction<Database>, email: string): Promise<string> {
  const { id, email_verified_at } = await trx
    .selectFrom('account')
    .select(['id', 'email_verified_at'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!email_verified_at) {
    await trx.updateTable('account').set({ password_hash: null, password_set_at: null }).where('id', '=', id).execute();
    await confirmAddress(trx, deps, id);
    await trx.deleteFrom('access_token').where('account_id', '=', id).execute();
    await trx.deleteFrom('mail_code').where('account_id', '=', id).execute();
  }
  await deps.audit.record({ event: 'google_connected', accountId: id, clientAddress: deps.clientAddress }, trx);
  await deps.jobs.add(trx, 'send_mail', { mail: 'google_connected', email });
  return id;
}

async function assertNotSuspended(trx: Transaction<Database>, accountId: string): Promise<void> {
  const { suspended_at } = await trx
    .selectFrom('account')
    .select('suspended_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (suspended_at) throw new AppError('suspended');
}
