import type { Output, Parsed, Session } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { consumeRateLimit, limits, networkKey } from '#backend/domain/limits';
import { consumeChallenge, issueChallenge } from '#backend/domain/passkey/challenge';
import { loadPasskeys } from '#backend/domain/passkey/load-passkeys';
import { relyingParty } from '#backend/domain/passkey/relying-party';
import { startSession } from './start-session';
import { assertNotSuspended, suspensionColumns } from './suspended';

type Response = Parsed<'passkey_login'>['response'];

const refused = () =>
  new AppError('wrong_credentials', {
    message: 'This passkey is not known here, or could not be verified. Log in another way.',
  });

export async function beginPasskeyLogin(deps: AppContext): Promise<Output<'passkey_login_begin'>> {
  await consumeRateLimit(deps, limits.passkeyFromAddress, networkKey(deps));
  const { generateAuthenticationOptions } = await loadPasskeys();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps).rpID,
    challenge: await issueChallenge(deps, null),
    userVerification: 'required',
  });
  return { options: { ...options } };
}

/** Two factors in one step, the device and its PIN or fingerprint: no one-time code is asked for. */
export async function logInByPasskey(deps: AppContext, { response }: { response: Response }): Promise<Session> {
  await consumeRateLimit(deps, limits.signInFromAddress, networkKey(deps));
  const row = await deps.db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', response.id)
    .executeTakeFirst();
  const counter = row && (await verifiedCounter(deps, response, row));
  const { clientAddress } = deps;
  if (!row || counter === undefined) {
    const accountId = row?.account_id;
    await deps.audit.record({ event: 'sign_in_failed', accountId, clientAddress, detail: 'passkey' });
    throw refused();
  }
  const network = networkKey(deps);
  if (network) await deps.limits.refund(limits.signInFromAddress, network);
  const { account_id: accountId } = row;
  return inTransaction(deps.db, async (trx) => {
    const account = await trx
      .selectFrom('account')
      .select(suspensionColumns)
      .where('id', '=', accountId)
      .forShare()
      .executeTakeFirstOrThrow();
    assertNotSuspended(account);
    const used = await trx
      .updateTable('passkey')
      .set({ counter: String(counter), last_used_at: deps.now() })
      .where('id', '=', row.id)
      .where('counter', '=', row.counter)
      .returning('id')
      .executeTakeFirst();
    if (!used) throw refused();
    return startSession({ ...deps, db: trx, accountId }, 'passkey');
  });
}

interface Known {
  credential_id: string;
  public_key: Buffer;
  counter: string;
}

/** Undefined if refused: also for a counter that does not grow, the sign of a copied passkey. */
async function verifiedCounter(deps: AppContext, response: Response, known: Known): Promise<number | undefined> {
  const { rpID, origin } = relyingParty(deps);
  const { verifyAuthenticationResponse } = await loadPasskeys();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: (challenge) => consumeChallenge(deps, challenge, null),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: known.credential_id,
        publicKey: new Uint8Array(known.public_key),
        counter: Number(known.counter),
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch (error) {
    deps.log.info({ reason: error instanceof Error ? error.message : '' }, 'passkey_refused');
    return undefined;
  }
}
