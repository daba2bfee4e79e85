import type { Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import { assertActivated } from '#backend/domain/assert-activated';
import type { SessionContext } from '#backend/domain/context';
import type { VerifiedIdentity } from '#backend/providers/identity/port';
import { confirmIdentity } from './confirm-identity';
import { lockPerson, vouchedPerson } from './google-sign-in';
import { limitNotices } from './limit-notices';
import { lockAccount } from './lock-account';

const otherLogin = 'You have logged in to another account since. Begin again there.';
const elsewhere =
  'This Google account logs in to another account here. Disconnect it there first, or choose another one.';
const connectedAlready = 'Another Google account is connected. Disconnect that one first.';

/** By the session. The address of the Google account may be another; then the owner confirms who they are. */
export async function connectGoogle(deps: SessionContext, given: Parsed<'my_google_connect'>): Promise<void> {
  const { accountId, audit, clientAddress, jobs } = deps;
  if (given.uid !== accountId) throw new AppError('not_found', { message: otherLogin });
  await assertActivated(deps);
  await limitNotices(deps);
  const person = await vouchedPerson(deps, given);
  if (!(await hasOwnAddress(deps, person))) await confirmIdentity(deps, given.password);
  await inTransaction(deps.db, async (trx) => {
    await lockPerson(trx, person);
    const { email } = await lockAccount(trx, accountId);
    const known = await trx
      .selectFrom('identity')
      .select(['account_id', 'subject'])
      .where('provider', '=', 'google')
      .where((eb) => eb.or([eb('subject', '=', person.subject), eb('account_id', '=', accountId)]))
      .execute();
    if (known.some(({ account_id }) => account_id !== accountId))
      throw new AppError('conflict', { message: elsewhere });
    if (known.some(({ subject }) => subject === person.subject)) return;
    if (known.length > 0) throw new AppError('conflict', { message: connectedAlready });
    await trx
      .insertInto('identity')
      .values({ provider: 'google', subject: person.subject, account_id: accountId, email: person.email })
      .execute();
    await trx.updateTable('account').set({ google_refused_at: null }).where('id', '=', accountId).execute();
    await audit.record({ event: 'google_connected', accountId, clientAddress }, trx);
    await jobs.add(trx, 'send_mail', { mail: 'google_added', email });
  });
}

/** Google's sign-in would connect it, too. */
async function hasOwnAddress({ db, accountId }: SessionContext, person: VerifiedIdentity): Promise<boolean> {
  const { email, google_refused_at } = await db
    .selectFrom('account')
    .select(['email', 'google_refused_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return person.isEmailVerified && !google_refused_at && person.email.toLowerCase() === email.toLowerCase();
}
