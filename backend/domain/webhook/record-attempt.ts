import { inTransaction } from '#backend/db/connect';
import type { WebhookReply } from '#backend/providers/webhooks/port';
import type { AppContext } from '#backend/domain/context';
import { failPendingDeliveries } from './end-deliveries';
import { nextAttempt } from './schedule';
import type { EndpointRow } from './secrets';

export type DeliveryOutcome = 'succeeded' | 'retried' | 'given_up' | 'skipped';

interface Attempt {
  deliveryId: string;
  endpointId: string;
  at: Date;
  reply: WebhookReply;
}

type RecordDeps = Pick<AppContext, 'db' | 'jobs' | 'audit' | 'now'>;

const gone = 410;
const failingDays = 3;

function failureOf(reply: WebhookReply): string | null {
  if ('failure' in reply) return reply.failure;
  const { statusCode } = reply;
  if (statusCode >= 200 && statusCode < 300) return null;
  if (statusCode >= 300 && statusCode < 400) return `Redirects (${statusCode}) are not followed. Use the final URL.`;
  return `The endpoint answered ${statusCode}.`;
}

export function recordAttempt(
  deps: RecordDeps,
  { deliveryId, endpointId, at, reply }: Attempt,
): Promise<DeliveryOutcome> {
  const failure = failureOf(reply);
  return inTransaction(deps.db, async (trx) => {
    const inside = { ...deps, db: trx };
    // Lock order: endpoint before delivery, to avoid deadlocks.
    const endpoint = await trx
      .selectFrom('webhook_endpoint')
      .selectAll()
      .where('id', '=', endpointId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const delivery = await trx
      .selectFrom('webhook_delivery')
      .innerJoin('webhook_event', 'webhook_event.id', 'webhook_delivery.event_id')
      .select(['webhook_delivery.status', 'webhook_delivery.round_attempts', 'webhook_event.type'])
      .where('webhook_delivery.id', '=', deliveryId)
      .forUpdate('webhook_delivery')
      .executeTakeFirst();
    if (!endpoint || !delivery) return 'skipped';

    const { n } = await trx
      .selectFrom('webhook_attempt')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('delivery_id', '=', deliveryId)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('webhook_attempt')
      .values({
        delivery_id: deliveryId,
        number: n + 1,
        at,
        status_code: 'statusCode' in reply ? reply.statusCode : null,
        duration_ms: reply.durationMs,
        failure,
        response: 'response' in reply ? reply.response : null,
      })
      .execute();
    if (delivery.status !== 'pending') return 'skipped'; // switched off during the request

    const round_attempts = delivery.round_attempts + 1;
    const isGone = 'statusCode' in reply && reply.statusCode === gone;
    const next = failure && !isGone ? nextAttempt(delivery.type, round_attempts, deps.now()) : null;
    const status = failure === null ? 'succeeded' : next ? 'pending' : 'failed';
    await trx
      .updateTable('webhook_delivery')
      .set({ status, round_attempts, next_attempt_at: next })
      .where('id', '=', deliveryId)
      .execute();
    if (next) {
      const delaySeconds = (next.getTime() - deps.now().getTime()) / 1000;
      await deps.jobs.add(trx, 'deliver_webhook', { delivery_id: deliveryId }, { delaySeconds });
    }
    const failing_since = failure === null ? null : (endpoint.failing_since ?? at);
    await trx.updateTable('webhook_endpoint').set({ failing_since }).where('id', '=', endpointId).execute();

    if (isGone) await disable(inside, endpoint, 'gone');
    else if (status === 'failed' && failing_since && isFailingForDays(failing_since, at)) {
      await disable(inside, endpoint, 'failing');
    }
    return failure === null ? 'succeeded' : next ? 'retried' : 'given_up';
  });
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
