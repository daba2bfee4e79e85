import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { integrationLimits, type Output, type Parsed } from '#contract';
import { countRows } from '#backend/domain/count-rows';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { confirmIdentity } from '#backend/domain/account/confirm-identity';
import { limitNotices } from '#backend/domain/account/limit-notices';
import { lockAccount } from '#backend/domain/account/lock-account';
import { hashToken } from '#backend/domain/account/tokens';
import { AppError } from '#backend/domain/app-error';
import { assertActivated } from '#backend/domain/assert-activated';
import type { SessionContext } from '#backend/domain/context';
import { presentApiKey } from './present';

/** Distinguishes keys from session tokens; secret scanners detect it. */
export const apiKeyPrefix = 'fsk_';

/**
 * 256 random bits, stored as SHA-256. Needs a confirmed address: otherwise who registered another's address could keep a
 * way in.
 */
export async function createApiKey(
  deps: SessionContext,
  { name, scopes, password }: Parsed<'my_api_key_create'>,
): Promise<Output<'my_api_key_create'>> {
  await assertActivated(deps);
  await confirmIdentity(deps, password);
  await limitNotices(deps);
  const secret = apiKeyPrefix + randomBytes(32).toString('base64url');
  return inTransaction(deps.db, async (trx) => {
    const { email } = await lockAccount(trx, deps.accountId);
    await assertKeyQuota(trx, deps.accountId, name);
    const row = await trx
      .insertInto('api_key')
      .values({
        id: uuidv7(),
        account_id: deps.accountId,
        hash: hashToken(secret),
        name,
        last_four: secret.slice(-4),
        scopes,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const { accountId, clientAddress } = deps;
    const detail = `${row.id} ${scopes.join(' ')}`;
    await deps.audit.record({ event: 'api_key_created', accountId, clientAddress, detail }, trx);
    await deps.jobs.add(trx, 'send_mail', { mail: 'api_key_created', email });
    return { ...presentApiKey(row), secret };
  });
}

async function assertKeyQuota(trx: Transaction<Database>, accountId: string, name: string): Promise<void> {
  const keys = trx.selectFrom('api_key').where('account_id', '=', accountId);
  // A resubmitted form must not create a second key.
  const namesake = await keys
    .select('id')
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst();
  if (namesake) {
    const message = 'A key with this name exists. Choose another name, or revoke that key first.';
    throw new AppError('conflict', { message, fields: { name: message } });
  }
  if ((await countRows(keys)) < integrationLimits.apiKeys) return;
  throw new AppError('conflict', {
    message: `An account has at most ${integrationLimits.apiKeys} API keys. Revoke one you do not use.`,
  });
}
