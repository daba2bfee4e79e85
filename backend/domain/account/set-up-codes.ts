import { randomBytes } from 'node:crypto';
import type { Output } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { confirmIdentity } from './confirm-identity';
import { limitNotices } from './limit-notices';
import { lockAccount } from './lock-account';
import { assertActivated } from '#backend/domain/assert-activated';
import { AppError } from '#backend/domain/app-error';
import type { SessionContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import { consumeOneTimeCode, hasOneTimeCodes, secretContext } from '#backend/domain/second-step/one-time-secret';
import { replaceRecoveryCodes } from '#backend/domain/second-step/recovery-codes';
import { base32, provisioningUri } from '#backend/domain/second-step/totp';

/** RFC 4226, section 4: 160 bits. */
const secretBytes = 20;
const wrongCode = 'This code is wrong or has expired. Enter the one that the app shows now.';
const alreadyOn = 'One-time codes are already on. Turn them off first to use another app.';

/**
 * Needs a confirmed address: otherwise who registered another's address could lock its owner out.
 * The secret counts once a code of it has been entered; another begin replaces it.
 */
export async function beginCodes(
  deps: SessionContext,
  { password }: { password?: string | undefined },
): Promise<Output<'my_codes_begin'>> {
  await assertActivated(deps);
  await confirmIdentity(deps, password);
  const { accountId, vault, now } = deps;
  const secret = base32(randomBytes(secretBytes));
  return inTransaction(deps.db, async (trx) => {
    const { email } = await lockAccount(trx, accountId);
    if (await hasOneTimeCodes({ db: trx }, accountId)) throw new AppError('conflict', { message: alreadyOn });
    await trx.deleteFrom('one_time_secret').where('account_id', '=', accountId).execute();
    const sealed = vault.seal(secret, secretContext(accountId));
    await trx
      .insertInto('one_time_secret')
      .values({ account_id: accountId, secret: sealed, created_at: now() })
      .execute();
    return { secret, uri: provisioningUri(secret, email) };
  });
}

export async function confirmCodes(
  deps: SessionContext,
  { code }: { code: string },
): Promise<Output<'my_codes_confirm'>> {
  const { accountId, clientAddress } = deps;
  await consumeRateLimit(deps, limits.codeOfAccount, accountId);
  return inTransaction(deps.db, async (trx) => {
    const { email } = await lockAccount(trx, accountId);
    if (!(await consumeOneTimeCode({ ...deps, db: trx }, accountId, code, 'pending'))) {
      throw new AppError('wrong_credentials', { message: wrongCode, fields: { code: wrongCode } });
    }
    const recovery_codes = await replaceRecoveryCodes(trx, accountId);
    await deps.audit.record({ event: 'codes_turned_on', accountId, clientAddress }, trx);
    await deps.jobs.add(trx, 'send_mail', { mail: 'codes_turned_on', email });
    return { recovery_codes };
  });
}

export async function endCodes(deps: SessionContext, { password }: { password?: string | undefined }): Promise<void> {
  await confirmIdentity(deps, password);
  const { accountId, clientAddress } = deps;
  await inTransaction(deps.db, async (trx) => {
    const { email } = await lockAccount(trx, accountId);
    const wasOn = await hasOneTimeCodes({ db: trx }, accountId);
    await trx.deleteFrom('one_time_secret').where('account_id', '=', accountId).execute();
    await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
    if (!wasOn) return;
    await deps.audit.record({ event: 'codes_turned_off', accountId, clientAddress }, trx);
    await deps.jobs.add(trx, 'send_mail', { mail: 'codes_turned_off', email });
  });
}

export async function renewRecoveryCodes(
  deps: SessionContext,
  { password }: { password?: string | undefined },
): Promise<Output<'my_codes_confirm'>> {
  await confirmIdentity(deps, password);
  await limitNotices(deps);
  const { accountId, clientAddress } = deps;
  return inTransaction(deps.db, async (trx) => {
    const { email } = await lockAccount(trx, accountId);
    if (!(await hasOneTimeCodes({ db: trx }, accountId))) {
      throw new AppError('conflict', { message: 'One-time codes are off. Turn them on first.' });
    }
    const recovery_codes = await replaceRecoveryCodes(trx, accountId);
    await deps.audit.record({ event: 'recovery_codes_renewed', accountId, clientAddress }, trx);
    await deps.jobs.add(trx, 'send_mail', { mail: 'recovery_codes_renewed', email });
    return { recovery_codes };
  });
}
