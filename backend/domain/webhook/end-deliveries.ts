import type { Db } from '#backend/db/connect';

/** Nothing more is sent to an endpoint that was switched off; what waited can be sent again by hand. */
export async function failPendingDeliveries(db: Db, endpointId: string): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ status: 'failed', next_attempt_at: null })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .execute();
}
