import { uuidv7 } from 'uuidv7';
import { integrationLimits, type Output, type Parsed } from '#contract';
import { countRows } from '#backend/domain/count-rows';
import { inTransaction } from '#backend/db/connect';
import { lockAccount } from '#backend/domain/account/lock-account';
import { AppError } from '#backend/domain/app-error';
import { assertActivated } from '#backend/domain/assert-activated';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import { presentEndpoint } from './present-endpoint';
import { newSecret } from './secrets';
import { assertUniqueUrl, normalizeEndpointUrl } from './usable-url';

/** Only this answer contains the signing secret. Needs a confirmed address, as an API key does. */
export async function createEndpoint(
  deps: UserContext,
  { description, events, ...given }: Parsed<'my_webhook_create'>,
): Promise<Output<'my_webhook_create'>> {
  await assertActivated(deps);
  const url = normalizeEndpointUrl(deps, given.url);
  const { accountId, clientAddress } = deps;
  await consumeRateLimit(deps, limits.webhookChangeOfAccount, accountId);
  return inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId);
    await assertUniqueUrl(trx, { accountId, url });
    const endpoints = await countRows(trx.selectFrom('webhook_endpoint').where('account_id', '=', accountId));
    if (endpoints >= integrationLimits.webhooks) throw new AppError('conflict', { message: tooMany });
    const [id, secret] = [uuidv7(), newSecret()];
    const row = await trx
      .insertInto('webhook_endpoint')
      .values({ id, account_id: accountId, url, description, events, secret: deps.vault.seal(secret, id) })
      .returningAll()
      .executeTakeFirstOrThrow();
    await deps.audit.record({ event: 'webhook_created', accountId, clientAddress, detail: id }, trx);
    return { ...presentEndpoint(row), secret };
  });
}

const tooMany = `An account has at most ${integrationLimits.webhooks} webhook endpoints. Delete one you do not use.`;
