import type { Transaction } from 'kysely';
import type { Database } from '#backend/db/types';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';

/** @throws AppError `invalid_input` for the field `url` */
export function normalizeEndpointUrl({ webhooks }: Pick<AppContext, 'webhooks'>, text: string): string {
  const fault = webhooks.urlError(text);
  if (fault) throw new AppError('invalid_input', { message: fault, fields: { url: fault } });
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

/** It would receive every event twice. */
export async function assertUniqueUrl(
  trx: Transaction<Database>,
  { accountId, url, except }: { accountId: string; url: string; except?: string },
): Promise<void> {
  const others = trx
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('account_id', '=', accountId)
    .where('url', '=', url);
  const same = await (except ? others.where('id', '!=', except) : others).executeTakeFirst();
  if (!same) return;
  const message = 'An endpoint with this URL exists. Edit that one.';
  throw new AppError('conflict', { message, fields: { url: message } });
}
