import type { Selectable } from 'kysely';
import { isErrorName, type WebhookEvent } from '#contract';
import type { Database } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import { readLink } from '#backend/domain/media-links';

export type EventRow = Selectable<Database['webhook_event']>;

interface BodyDeps extends Pick<AppContext, 'db' | 'storage' | 'now'> {
  siteUrl: string;
}

export async function eventBody(deps: BodyDeps, event: EventRow, endpointId: string): Promise<WebhookEvent> {
  const head = { id: event.id, created_at: event.created_at.toISOString() };
  if (event.type === 'ping') return { ...head, type: event.type, data: { endpoint_id: endpointId } };
  const { task_id, order_id, kind, status, error, message } = event;
  const resultKey = await resultKeyOf(deps, event);
  return {
    ...head,
    type: event.type,
    data: {
      task_id: task_id!,
      order_id,
      kind: kind!,
      status: status!,
      error: isErrorName(error) ? { error, message: message ?? '' } : null,
      result_url: resultKey && new URL(readLink(deps, resultKey), deps.siteUrl).href,
    },
  };
}

async function resultKeyOf({ db }: BodyDeps, { account_id, task_id, kind }: EventRow): Promise<string | null> {
  if (kind === 'swap') {
    const creation = await db
      .selectFrom('creation')
      .select('result_key')
      .where('task_id', '=', task_id)
      .where('account_id', '=', account_id)
      .executeTakeFirst();
    return creation?.result_key ?? null;
  }
  const task = await db
    .selectFrom('task')
    .select('preview_key')
    .where('id', '=', task_id)
    .where('account_id', '=', account_id)
    .executeTakeFirst();
  return task?.preview_key ?? null;
}
