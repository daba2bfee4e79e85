import type { Output } from '#contract';
import type { UserContext } from '#backend/domain/context';
import { presentEndpoint } from './present-endpoint';

export async function listEndpoints({ db, accountId }: UserContext): Promise<Output<'my_webhooks'>> {
  const rows = await db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return { items: rows.map(presentEndpoint) };
}
