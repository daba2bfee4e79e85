import { webhookHeaders } from '#contract';
import type { WebhookReply } from '#backend/providers/webhooks/port';
import type { AppContext } from '#backend/domain/context';
import { failPendingDeliveries } from './end-deliveries';
import { eventBody, type EventRow } from './event-body';
import { recordAttempt, type DeliveryOutcome } from './record-attempt';
import { signingSecrets, type EndpointRow } from './secrets';
import { signatureHeader } from './signature';

interface DeliveryContext extends AppContext {
  siteUrl: string;
  signal: AbortSignal;
}

export async function deliver(deps: DeliveryContext, deliveryId: string): Promise<DeliveryOutcome> {
  const due = await dueDelivery(deps, deliveryId);
  if (!due) return 'skipped';
  const at = deps.now();
  const reply = await send(deps, deliveryId, due, at);
  return recordAttempt(deps, { deliveryId, endpointId: due.endpoint.id, at, reply });
}

interface Due {
  event: EventRow;
  endpoint: EndpointRow;
}

/** Null if not pending. Ends a suspended account's deliveries. */
async function dueDelivery({ db }: DeliveryContext, deliveryId: string): Promise<Due | null> {
  const delivery = await db
    .selectFrom('webhook_delivery')
    .innerJoin('account', 'account.id', 'webhook_delivery.account_id')
    .select(['webhook_delivery.event_id', 'webhook_delivery.endpoint_id', 'account.suspended_at'])
    .where('webhook_delivery.id', '=', deliveryId)
    .where('webhook_delivery.status', '=', 'pending')
    .executeTakeFirst();
  if (!delivery) return null;
  if (delivery.suspended_at) {
    await failPendingDeliveries(db, delivery.endpoint_id);
    return null;
  }
  const [event, endpoint] = await Promise.all([
    db.selectFrom('webhook_event').selectAll().where('id', '=', delivery.event_id).executeTakeFirst(),
    db.selectFrom('webhook_endpoint').selectAll().where('id', '=', delivery.endpoint_id).executeTakeFirst(),
  ]);
  return event && endpoint ? { event, endpoint } : null;
}

async function send(
  deps: DeliveryContext,
  deliveryId: string,
  { event, endpoint }: Due,
  at: Date,
): Promise<WebhookReply> {
  let secrets: string[];
  try {
    secrets = signingSecrets(deps, endpoint);
  } catch (error) {
    deps.log.error({ err: error, endpointId: endpoint.id }, 'webhook_secret_decryption_failed');
    return {
      failure: 'The signing secret could not be read. Rotate the secret, then resend this delivery.',
      durationMs: 0,
    };
  }
  const body = JSON.stringify(await eventBody(deps, event, endpoint.id));
  const headers = {
    'content-type': 'application/json',
    'user-agent': webhookHeaders.userAgent,
    [webhookHeaders.signature]: signatureHeader(secrets, body, at),
    [webhookHeaders.delivery]: deliveryId,
    [webhookHeaders.event]: event.type,
  };
  return deps.webhooks.send({ url: endpoint.url, headers, body, signal: deps.signal });
}
