import type { Output } from '#contract';
import type { UserContext } from '#backend/domain/context';
import { presentApiKey } from './present';

export async function listApiKeys({ db, accountId }: UserContext): Promise<Output<'my_api_keys'>> {
  const rows = await db
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute();
  return { items: rows.map(presentApiKey) };
}
