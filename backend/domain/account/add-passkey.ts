import { uuidv7 } from 'uuidv7';
import type { Output, Parsed, Passkey } from '#contract';
import { countRows } from '#backend/domain/count-rows';
import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import { assertActivated } from '#backend/domain/assert-activated';
import type { SessionContext } from '#backend/domain/context';
import { consumeChallenge, issueChallenge } from '#backend/domain/passkey/challenge';
import { loadPasskeys } from '#backend/domain/passkey/load-passkeys';
import { presentPasskey } from '#backend/domain/passkey/present';
import { relyingParty } from '#backend/domain/passkey/relying-party';
import { confirmIdentity } from './confirm-identity';
import { limitNotices } from './limit-notices';
import { lockAccount } from './lock-account';

const maxPasskeys = 20;
const refused = () => new AppError('wrong_credentials', { message: 'This passkey could not be verified. Try again.' });

/** Needs a confirmed address: otherwise who registered another's address could keep a way in. */
export async function beginPasskey(
  deps: SessionContext,
  { password }: { password?: string | undefined },
): Promise<Output<'my_passkey_begin'>> {
  await assertActivated(deps);
  await confirmIdentity(deps, password);
  const { db, accountId } = deps;
  const { email, nickname } = await db
    .selectFrom('account')
    .select(['email', 'nickname'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const known = await db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('account_id', '=', accountId)
    .execute();
  assertRoom(known.length);
  const { generateRegistrationOptions } = await loadPasskeys();
  const options = await generateRegistrationOptions({
    rpName: 'Faceswap',
    rpID: relyingParty(deps).rpID,
    userName: email,
    userDisplayName: nickname,
    userID: new TextEncoder().encode(accountId),
    challenge: await issueChallenge(deps, accountId),
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options: { ...options } };
}

export async function addPasskey(deps: SessionContext, { name, response }: Parsed<'my_passkey_add'>): Promise<Passkey> {
  const { accountId, clientAddress } = deps;
  const credential = await verified(deps, response);
  await limitNotices(deps);
  return inTransaction(deps.db, async (trx) => {
    const { email } = await lockAccount(trx, accountId);
    assertRoom(await countRows(trx.selectFrom('passkey').where('account_id', '=', accountId)));
    const row = await trx
      .insertInto('passkey')
      .values({
        id: uuidv7(),
        account_id: accountId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: String(credential.counter),
        transports: credential.transports ?? [],
        name,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new AppError('conflict', { message: 'This passkey is already in use.' });
    await deps.audit.record({ event: 'passkey_added', accountId, clientAddress, detail: row.id }, trx);
    await deps.jobs.add(trx, 'send_mail', { mail: 'passkey_added', email });
    return presentPasskey(row);
  });
}

function assertRoom(passkeys: number): void {
  if (passkeys < maxPasskeys) return;
  throw new AppError('conflict', { message: `An account has at most ${maxPasskeys} passkeys. Remove one first.` });
}

async function verified(deps: SessionContext, response: Parsed<'my_passkey_add'>['response']) {
  const { rpID, origin } = relyingParty(deps);
  const { verifyRegistrationResponse } = await loadPasskeys();
  const outcome = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => consumeChallenge(deps, challenge, deps.accountId),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    deps.log.info({ reason: error instanceof Error ? error.message : '' }, 'passkey_refused');
    return undefined;
  });
  if (!outcome?.verified) throw refused();
  return outcome.registrationInfo.credential;
}
