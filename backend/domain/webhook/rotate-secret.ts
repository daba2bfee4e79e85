import type { Output, Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { orThrowNotFound } from '#backend/domain/app-error';
import { addDays, type UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import { presentEndpoint } from './present-endpoint';
import { isReadable, newSecret } from './secrets';

const overlapDays = 1;

/** With `keep_old` the old one also signs for a day, unless another MEDIA_SECRET has made it unreadable. */
export async function rotateSecret(
  deps: UserContext,
  { endpoint_id, keep_old }: Parsed<'my_webhook_rotate'>,
): Promise<Output<'my_webhook_rotate'>> {
  const { accountId, clientAddress } = deps;
  await consumeRateLimit(deps, limits.webhookChangeOfAccount, accountId);
  return inTransaction(deps.db, async (trx) => {
    const own = trx.selectFrom('webhook_endpoint').select(['id', 'secret']).where('id', '=', endpoint_id);
    const before = orThrowNotFound(await own.where('account_id', '=', accountId).forNoKeyUpdate().executeTakeFirst());
    const secret = newSecret();
    const isKept = keep_old && isReadable(deps, before);
    const row = await trx
      .updateTable('webhook_endpoint')
      .set({
        secret: deps.vault.seal(secret, endpoint_id),
        old_secret: isKept ? before.secret : null,
        old_secret_until: isKept ? addDays(deps.now(), overlapDays) : null,
      })
      .where('id', '=', endpoint_id)
      .where('account_id', '=', accountId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const detail = `${endpoint_id} secret rotated`;
    await deps.audit.record({ event: 'webhook_changed', accountId, clientAddress, detail }, trx);
    return { ...presentEndpoint(row), secret };
  });
}
