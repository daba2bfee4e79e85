import type { Selectable } from 'kysely';
import type { WebhookDelivery } from '#contract';
import type { Database } from '#backend/db/types';
import type { UserContext } from '#backend/domain/context';

const shownAttempts = 20;

export function deliveriesOf({ db, accountId }: Pick<UserContext, 'db' | 'accountId'>) {
  return db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_event', 'webhook_event.id', 'webhook_delivery.event_id')
    .where('webhook_delivery.account_id', '=', accountId);
}

export const deliveryColumns = [
  'webhook_delivery.id',
  'webhook_delivery.event_id',
  'webhook_delivery.endpoint_id',
  'webhook_delivery.status',
  'webhook_delivery.next_attempt_at',
  'webhook_delivery.created_at',
  'webhook_event.type',
  'webhook_event.task_id',
] as const;

type Row = Pick<
  Selectable<Database['webhook_delivery']>,
  'id' | 'event_id' | 'endpoint_id' | 'status' | 'next_attempt_at' | 'created_at'
> &
  Pick<Selectable<Database['webhook_event']>, 'type' | 'task_id'>;

export async function presentDeliveries({ db }: Pick<UserContext, 'db'>, rows: Row[]): Promise<WebhookDelivery[]> {
  const ids = rows.map(({ id }) => id);
  const attempts = ids.length
    ? await db
        .selectFrom('webhook_attempt')
        .selectAll()
        .where('delivery_id', 'in', ids)
        .orderBy('number', 'desc')
        .execute()
    : [];
  return rows.map((row) => ({
    delivery_id: row.id,
    event_id: row.event_id,
    endpoint_id: row.endpoint_id,
    type: row.type,
    task_id: row.task_id,
    status: row.status,
    attempts: attempts
      .filter(({ delivery_id }) => delivery_id === row.id)
      .slice(0, shownAttempts)
      .map(({ at, status_code, duration_ms, failure, response }) => ({
        at: at.toISOString(),
        status_code,
        duration_ms,
        failure,
        response,
      })),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }));
}
