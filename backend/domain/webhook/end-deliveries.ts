import type { Db } from '#backend/db/connect';

export async function failPendingDeliveries(db: Db, endpointId: string): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ status: 'failed', next_attempt_at: null })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .execute();
}
