import { countRows } from '#backend/domain/count-rows';
import { inTransaction, type Db } from '#backend/db/connect';
import type { WebhookReply } from '#backend/providers/webhooks/port';
import type { AppContext } from '#backend/domain/context';
import { failPendingDeliveries } from './end-deliveries';
import { nextAttempt } from './schedule';
import type { EndpointRow } from './secrets';

type Outcome = 'succeeded' | 'retried' | 'given_up';

export type DeliveryOutcome = Outcome | 'skipped';

interface Attempt {
  deliveryId: string;
  endpointId: string;
  at: Date;
  reply: WebhookReply;
}

type RecordDeps = Pick<AppContext, 'db' | 'jobs' | 'audit' | 'now'>;

const gone = 410;
const failingDays = 3;

const isGone = (reply: WebhookReply) => 'statusCode' in reply && reply.statusCode === gone;

function failureOf(reply: WebhookReply): string | null {
  if ('failure' in reply) return reply.failure;
  const { statusCode } = reply;
  if (statusCode >= 200 && statusCode < 300) return null;
  if (statusCode >= 300 && statusCode < 400) return `Redirects (${statusCode}) are not followed. Use the final URL.`;
  return `The endpoint answered ${statusCode}.`;
}

export function recordAttempt(deps: RecordDeps, attempt: Attempt): Promise<DeliveryOutcome> {
  return inTransaction(deps.db, async (trx) => {
    const inside = { ...deps, db: trx };
    // Lock order: endpoint before delivery, to avoid deadlocks.
    const endpoint = await trx
      .selectFrom('webhook_endpoint')
      .selectAll()
      .where('id', '=', attempt.endpointId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const delivery = await trx
      .selectFrom('webhook_delivery')
      .innerJoin('webhook_event', 'webhook_event.id', 'webhook_delivery.event_id')
      .select(['webhook_delivery.id', 'webhook_delivery.status'])
      .select(['webhook_delivery.round_attempts', 'webhook_event.type'])
      .where('webhook_delivery.id', '=', attempt.deliveryId)
      .forUpdate('webhook_delivery')
      .executeTakeFirst();
    if (!endpoint || !delivery) return 'skipped';

    await insertAttempt(trx, attempt);
    if (delivery.status !== 'pending') return 'skipped'; // switched off during the request
    const outcome = await updateDelivery(inside, delivery, attempt.reply);
    await updateEndpoint(inside, endpoint, attempt, outcome);
    return outcome;
  });
}

async function insertAttempt(db: Db, { deliveryId, at, reply }: Attempt): Promise<void> {
  const earlier = await countRows(db.selectFrom('webhook_attempt').where('delivery_id', '=', deliveryId));
  await db
    .insertInto('webhook_attempt')
    .values({
      delivery_id: deliveryId,
      number: earlier + 1,
      at,
      status_code: 'statusCode' in reply ? reply.statusCode : null,
      duration_ms: reply.durationMs,
      failure: failureOf(reply),
      response: 'response' in reply ? reply.response : null,
    })
    .execute();
}

const statusAfter = { succeeded: 'succeeded', retried: 'pending', given_up: 'failed' } as const;

/** Schedules the next attempt, if there is one. */
async function updateDelivery(
  { db, jobs, now }: RecordDeps,
  delivery: { id: string; round_attempts: number; type: string },
  reply: WebhookReply,
): Promise<Outcome> {
  const round_attempts = delivery.round_attempts + 1;
  const hasFailed = failureOf(reply) !== null;
  const next = hasFailed && !isGone(reply) ? nextAttempt(delivery.type, round_attempts, now()) : null;
  const outcome = !hasFailed ? 'succeeded' : next ? 'retried' : 'given_up';
  await db
    .updateTable('webhook_delivery')
    .set({ status: statusAfter[outcome], round_attempts, next_attempt_at: next })
    .where('id', '=', delivery.id)
    .execute();
  if (next) {
    const delaySeconds = (next.getTime() - now().getTime()) / 1000;
    await jobs.add(db, 'deliver_webhook', { delivery_id: delivery.id }, { delaySeconds });
  }
  return outcome;
}

/** Disables one that is gone, or that has failed for days. */
async function updateEndpoint(
  deps: RecordDeps,
  endpoint: EndpointRow,
  { at, reply }: Attempt,
  outcome: Outcome,
): Promise<void> {
  const failing_since = outcome === 'succeeded' ? null : (endpoint.failing_since ?? at);
  await deps.db.updateTable('webhook_endpoint').set({ failing_since }).where('id', '=', endpoint.id).execute();
  if (isGone(reply)) await disable(deps, endpoint, 'gone');
  else if (outcome === 'given_up' && failing_since && isFailingForDays(failing_since, at)) {
    await disable(deps, endpoint, 'failing');
  }
}

const isFailingForDays = (since: Date, at: Date) => at.getTime() - since.getTime() >= failingDays * 86_400_000;

async function disable(
  { db, jobs, audit }: RecordDeps,
  { id, account_id, enabled }: EndpointRow,
  reason: 'gone' | 'failing',
) {
  if (!enabled) return;
  await db
    .updateTable('webhook_endpoint')
    .set({ enabled: false, disabled_reason: reason })
    .where('id', '=', id)
    .execute();
  await failPendingDeliveries(db, id);
  const { email } = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow();
  await jobs.add(db, 'send_mail', { mail: 'webhook_disabled', email });
  await audit.record({ event: 'webhook_disabled', accountId: account_id, detail: `${id} ${reason}` }, db);
}
