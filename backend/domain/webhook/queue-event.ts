import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Database } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';

type NewEvent = Omit<Insertable<Database['webhook_event']>, 'id' | 'created_at'>;

/** Call it in a transaction. @returns delivery ids in the endpoints' order */
export async function queueEvent(
  { db, jobs, now }: Pick<AppContext, 'db' | 'jobs' | 'now'>,
  event: NewEvent,
  endpointIds: string[],
): Promise<string[]> {
  const at = now();
  const { account_id } = event;
  const event_id = uuidv7();
  await db
    .insertInto('webhook_event')
    .values({ id: event_id, created_at: at, ...event })
    .execute();
  const deliveries = endpointIds.map((endpoint_id) => ({ id: uuidv7(), account_id, event_id, endpoint_id }));
  await db
    .insertInto('webhook_delivery')
    .values(deliveries.map((delivery) => ({ ...delivery, created_at: at, next_attempt_at: at })))
    .execute();
  for (const { id } of deliveries) await jobs.add(db, 'deliver_webhook', { delivery_id: id });
  return deliveries.map(({ id }) => id);
}
