import type { Output, Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { lockAccount } from '#backend/domain/account/lock-account';
import { orThrowNotFound } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import { failPendingDeliveries } from './end-deliveries';
import { presentEndpoint } from './present-endpoint';
import { assertUniqueUrl, normalizeEndpointUrl } from './usable-url';

export async function updateEndpoint(
  deps: UserContext,
  { endpoint_id, description, events, enabled, ...given }: Parsed<'my_webhook_update'>,
): Promise<Output<'my_webhook_update'>> {
  const url = normalizeEndpointUrl(deps, given.url);
  const { accountId, clientAddress } = deps;
  await consumeRateLimit(deps, limits.webhookChangeOfAccount, accountId);
  return inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId);
    const own = trx
      .selectFrom('webhook_endpoint')
      .selectAll()
      .where('id', '=', endpoint_id)
      .where('account_id', '=', accountId);
    const before = orThrowNotFound(await own.forNoKeyUpdate().executeTakeFirst());
    await assertUniqueUrl(trx, { accountId, url, except: endpoint_id });
    const isSwitched = before.enabled !== enabled;
    const row = await trx
      .updateTable('webhook_endpoint')
      .set({ url, description, events })
      .$if(isSwitched, (update) => update.set({ enabled, disabled_reason: enabled ? null : 'user' }))
      .$if(isSwitched || before.url !== url, (update) => update.set({ failing_since: null }))
      .where('id', '=', endpoint_id)
      .where('account_id', '=', accountId)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (isSwitched && !enabled) await failPendingDeliveries(trx, endpoint_id);
    const event = isSwitched && !enabled ? 'webhook_disabled' : 'webhook_changed';
    await deps.audit.record({ event, accountId, clientAddress, detail: endpoint_id }, trx);
    return presentEndpoint(row);
  });
}
