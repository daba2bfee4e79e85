import type { Output } from '#contract';
import type { UserContext } from '#backend/domain/context';
import { presentEndpoint } from './present-endpoint';

/** The account's endpoints in the order they were made. Their number is bounded, so there are no pages. */
export async function listEndpoints({ db, accountId }: UserContext): Promise<Output<'my_webhooks'>> {
  const rows = await db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return { items: rows.map(presentEndpoint) };
}
