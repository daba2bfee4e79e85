import { sql, type Transaction } from 'kysely';
import type { Output, Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { ProviderUnreachable, TokenRefused, type VerifiedIdentity } from '#backend/providers/identity/port';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { limits, networkKey, consumeRateLimit } from '#backend/domain/limits';
import { secondStepError } from '#backend/domain/second-step/challenge';
import { hasOneTimeCodes } from '#backend/domain/second-step/one-time-secret';
import { confirmAddress } from './confirm-address';
import { endIntegrations } from './end-integrations';
import { openAccount } from './register';
import { startSession } from './start-session';
import { grantWelcomeCredits } from './welcome';
import { assertMaySignIn } from './suspended';

type Input = Parsed<'idtoken_login_google'>;

const notSetUp = 'Signing in with Google is not available on this site. Log in with your e-mail address.';
const notReached = 'Google cannot be reached right now. Try again shortly, or log in with your e-mail address.';
const notAccepted = 'Google’s answer could not be accepted. Try once more, or log in with your e-mail address.';
const notConfirmed =
  'Google has not confirmed this e-mail address. Confirm it at Google, or sign up here with your e-mail address.';
const notYours = 'This is a different Google account. Choose the one that belongs to your account here.';
const disconnected =
  'Google was disconnected from the account of this address. Log in in another way; the account page connects Google again.';

/** By Google's user id, else by an address that Google verified. */
export async function signInWithGoogle(deps: AppContext, input: Input): Promise<Output<'idtoken_login_google'>> {
  await consumeRateLimit(deps, limits.signInFromAddress, networkKey(deps));
  const person = await vouchedPerson(deps, input);
  const started = await inTransaction(deps.db, async (trx) => {
    await lockPerson(trx, person);
    const inside = { ...deps, db: trx };
    const accountId = (await knownAccount(trx, person)) ?? (await connect(inside, trx, person, input.utm_all));
    if (input.uid && accountId !== input.uid) throw new AppError('wrong_credentials', { message: notYours });
    await assertMaySignIn(trx, accountId);
    // The challenge follows the commit: otherwise it would undo the connection.
    if (await hasOneTimeCodes(inside, accountId)) return { accountId };
    return startSession({ ...inside, accountId }, 'google');
  });
  const network = networkKey(deps);
  if (network) await deps.limits.refund(limits.signInFromAddress, network);
  if (!('token' in started)) throw await secondStepError(deps, started.accountId, 'google');
  return { ...started, redirect: input.redirect ?? null };
}

/** Serialises a person's sign-ins: only the first creates an account. */
export async function lockPerson(trx: Transaction<Database>, { subject }: VerifiedIdentity): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`google\n${subject}`}, 0))`.execute(trx);
}

/** @throws AppError `not_offered`, `unavailable`, `wrong_credentials` */
export async function vouchedPerson(
  { google, audit, clientAddress, log }: AppContext,
  input: Pick<Input, 'idtoken' | 'nonce'>,
): Promise<VerifiedIdentity> {
  if (!google) throw new AppError('not_offered', { message: notSetUp });
  try {
    return await google.verify(input.idtoken, input.nonce);
  } catch (cause) {
    if (cause instanceof ProviderUnreachable) throw new AppError('unavailable', { message: notReached, cause });
    if (!(cause instanceof TokenRefused)) throw cause;
    log.warn({ reason: cause.message }, 'id_token_refused');
    await audit.record({ event: 'sign_in_failed', clientAddress, detail: 'google' });
    throw new AppError('wrong_credentials', { message: notAccepted, cause });
  }
}

/** Locks the account, so that no session begins while its owner disconnects Google. */
async function knownAccount(
  trx: Transaction<Database>,
  { subject, email }: VerifiedIdentity,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('identity')
    .innerJoin('account', 'account.id', 'identity.account_id')
    .select('account.id')
    .where('provider', '=', 'google')
    .where('subject', '=', subject)
    .where('google_refused_at', 'is', null)
    .forShare('account')
    .executeTakeFirst();
  if (!row) return undefined;
  await trx
    .updateTable('identity')
    .set({ email })
    .where('provider', '=', 'google')
    .where('subject', '=', subject)
    .where('email', 'is distinct from', email)
    .execute();
  return row.id;
}

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
  const accountId = made ?? (await connectExisting(deps, trx, email));
  await trx
    .insertInto('identity')
    .values({ provider: 'google', subject: person.subject, account_id: accountId, email })
    .execute();
  return accountId;
}

/** An attacker may have registered an unconfirmed address in advance. */
async function connectExisting(deps: AppContext, trx: Transaction<Database>, email: string): Promise<string> {
  const { audit, clientAddress } = deps;
  const { id, email_verified_at, google_refused_at } = await trx
    .selectFrom('account')
    .select(['id', 'email_verified_at', 'google_refused_at'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (google_refused_at) {
    await audit.record({ event: 'sign_in_failed', accountId: id, clientAddress, detail: 'google' });
    throw new AppError('wrong_credentials', { message: disconnected });
  }
  if (!email_verified_at) {
    await trx.updateTable('account').set({ password_hash: null, password_set_at: null }).where('id', '=', id).execute();
    await confirmAddress(trx, deps, id);
    await trx.deleteFrom('access_token').where('account_id', '=', id).execute();
    await trx.deleteFrom('mail_code').where('account_id', '=', id).execute();
    await endIntegrations(trx, deps, id);
  }
  await audit.record({ event: 'google_connected', accountId: id, clientAddress }, trx);
  await deps.jobs.add(trx, 'send_mail', { mail: 'google_connected', email });
  return id;
}
