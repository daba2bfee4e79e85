import { expect, test } from 'vitest';
import { webhookEvent } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { sweep } from '#backend/domain/retention/sweep';
import { failTask } from '#backend/jobs/fail-task';
import { finishTask } from '#backend/domain/task/finish';
import { httpWebhooks } from '#backend/providers/webhooks/http';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { mailsWaitingFor } from '#tests/support/mails';
import { addEndpoint, deliverDue, isSigned, onlyDelivery, runningTask, webhookReceiver } from '#tests/support/webhooks';

const hour = 3_600_000;
const refusal = { status: 'failed', error: 'no_face', message: 'There is no face in this photo.' } as const;

async function endTask(backend: TestBackend, who: Member, ...[kind]: [Parameters<typeof runningTask>[2]?]) {
  const taskId = await runningTask(backend, who, kind);
  await finishTask(backend.deps, taskId, { status: 'succeeded' });
  return taskId;
}

function clockOf(backend: TestBackend) {
  let offset = 0;
  backend.deps.now = () => new Date(Date.now() + offset);
  return { pass: (ms: number) => void (offset += ms) };
}

test('the end of a task is delivered to the endpoint, signed and as in the contract', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const receiver = await webhookReceiver();
  const { secret, endpoint_id } = await addEndpoint(ada, `${receiver.url}/hook`);
  const task_id = await runningTask(backend, ada);
  await finishTask(backend.deps, task_id, refusal);
  expect(await deliverDue(backend)).toEqual(['succeeded']);

  const [request] = receiver.requests;
  expect(isSigned(request!, secret)).toBe(true);
  expect(isSigned({ ...request!, body: `${request!.body} ` }, secret)).toBe(false);
  const delivery = await onlyDelivery(ada);
  expect(request!.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Faceswap-Webhooks/1',
    'faceswap-event': 'task.failed',
    'faceswap-delivery': delivery.delivery_id,
  });
  expect(request!.headers).not.toHaveProperty('cookie');
  expect(request!.headers).not.toHaveProperty('authorization');
  const { error, message } = refusal;
  expect(webhookEvent.parse(JSON.parse(request!.body))).toEqual({
    id: delivery.event_id,
    type: 'task.failed',
    created_at: expect.any(String),
    data: { task_id, order_id: null, kind: 'detection', status: 'failed', error: { error, message }, result_url: null },
  });
  expect(delivery).toMatchObject({
    endpoint_id,
    task_id,
    status: 'succeeded',
    next_attempt_at: null,
    attempts: [{ status_code: 200, failure: null, response: 'ok', duration_ms: expect.any(Number) }],
  });
});

test('an event exists only if the end of its task commits', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  await addEndpoint(ada, 'https://example.com/hook');
  const task_id = await runningTask(backend, ada);
  const broken = inTransaction(backend.db, async (trx) => {
    await finishTask({ ...backend.deps, db: trx }, task_id, { status: 'succeeded' });
    throw new Error('the commit fails');
  });
  await expect(broken).rejects.toThrow('the commit fails');
  const jobs = async () => (await backend.pool.query('select * from graphile_worker._private_jobs')).rows.length;
  expect([(await ada.call('my_webhook_deliveries', {})).total, await jobs()]).toEqual([0, 0]);
  const ends = [finishTask(backend.deps, task_id, { status: 'succeeded' }), failTask(backend.deps, task_id)];
  expect((await Promise.all(ends)).sort()).toEqual([false, true]);
  expect([(await ada.call('my_webhook_deliveries', {})).total, await jobs()]).toEqual([1, 1]);
});

test('endpoints get the events they subscribed to; cancelled and internal tasks have none', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const [all, failures] = [await webhookReceiver(), await webhookReceiver()];
  await addEndpoint(ada, all.url);
  await addEndpoint(ada, failures.url, ['task.failed']);
  await endTask(backend, ada, 'swap');
  await endTask(backend, ada, 'preview');
  await endTask(backend, ada, 'probe');
  await finishTask(backend.deps, await runningTask(backend, ada, 'swap'), { status: 'cancelled' });
  await finishTask(backend.deps, await runningTask(backend, ada), { ...refusal, status: 'refused' });
  await deliverDue(backend);
  const told = (requests: typeof all.requests) =>
    requests.map(({ body }) => JSON.parse(body) as never).map(({ type, data }: never) => [type, data['kind']]);
  expect(told(all.requests)).toEqual([
    ['task.succeeded', 'swap'],
    ['task.succeeded', 'preview'],
    ['task.failed', 'detection'],
  ]);
  expect(told(failures.requests)).toEqual([['task.failed', 'detection']]);
});

test('a failed delivery is retried with backoff under the same event id', async () => {
  const backend = await openBackend();
  const clock = clockOf(backend);
  const ada = await member(backend);
  const receiver = await webhookReceiver(500, 302, (response) => response.destroy(), 204);
  await addEndpoint(ada, receiver.url);
  await endTask(backend, ada);
  const waits: number[] = [];
  const outcomes: string[] = [];
  for (let round = 0; round < 4; round++) {
    outcomes.push(...(await deliverDue(backend)));
    const { next_attempt_at, attempts } = await onlyDelivery(ada);
    if (!next_attempt_at) continue;
    const wait = Date.parse(next_attempt_at) - Date.parse(attempts[0]!.at);
    waits.push(Math.round(wait / 1000));
    expect(await deliverDue(backend)).toEqual([]);
    clock.pass(wait);
  }
  expect(outcomes).toEqual(['retried', 'retried', 'retried', 'succeeded']);
  expect(waits).toEqual([5, 30, 120]);
  const { status, attempts } = await onlyDelivery(ada);
  expect(status).toBe('succeeded');
  expect(attempts.map(({ status_code, failure, response }) => [status_code, failure, response])).toEqual([
    [204, null, ''],
    [null, 'The connection was closed before an answer came.', null],
    [302, 'Redirects (302) are not followed. Use the final URL.', 'no'],
    [500, 'The endpoint answered 500.', 'no'],
  ]);
  const ids = receiver.requests.map(({ body }) => JSON.parse(body).id as string);
  expect(new Set(ids).size).toBe(1);
  const signatures = receiver.requests.map(({ headers }) => headers['faceswap-signature']);
  expect(new Set(signatures).size).toBe(4);
});

test('the queue runs attempts on schedule, one at a time per endpoint', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const receiver = await webhookReceiver(500);
  const { endpoint_id } = await addEndpoint(ada, receiver.url);
  await endTask(backend, ada);
  await deliverDue(backend);
  const { attempts, delivery_id } = await onlyDelivery(ada);
  const { rows } = await backend.pool.query(
    `select run_at, key, queue_name from graphile_worker.jobs where task_identifier = 'deliver_webhook'`,
  );
  expect(rows).toEqual([{ run_at: expect.any(Date), key: delivery_id, queue_name: `webhook:${endpoint_id}` }]);
  const { run_at } = rows[0] as { run_at: Date };
  expect(run_at.getTime()).toBeGreaterThan(Date.parse(attempts[0]!.at) + 4000);
});

test('after a day of failures a delivery fails; after days the endpoint is disabled and its owner mailed', async () => {
  const backend = await openBackend();
  const clock = clockOf(backend);
  const ada = await member(backend);
  const { url } = await webhookReceiver(...Array<number>(100).fill(503));
  await addEndpoint(ada, url);

  const fail = async () => {
    const begun = backend.deps.now().getTime();
    await endTask(backend, ada);
    for (;;) {
      const [outcome] = await deliverDue(backend);
      const { items } = await ada.call('my_webhook_deliveries', {});
      const { next_attempt_at, attempts } = items[0]!;
      if (outcome === 'given_up') return { attempts: attempts.length, took: backend.deps.now().getTime() - begun };
      clock.pass(Date.parse(next_attempt_at!) - backend.deps.now().getTime());
    }
  };
  const first = await fail();
  expect(first.attempts).toBe(12);
  expect(first.took).toBeGreaterThan(23 * hour);
  expect(first.took).toBeLessThanOrEqual(24 * hour);
  const endpoint = async () => (await ada.call('my_webhooks', {})).items[0]!;
  expect(await endpoint()).toMatchObject({ enabled: true, failing_since: expect.any(String) });

  clock.pass(2.5 * 24 * hour);
  await fail();
  expect(await endpoint()).toMatchObject({ enabled: false, disabled_reason: 'failing' });
  expect(await mailsWaitingFor(backend, ada)).toEqual(['webhook_disabled']);
});

test('a success resets the failing period', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const receiver = await webhookReceiver(500, 200);
  await addEndpoint(ada, receiver.url);
  const failingSince = async () => (await ada.call('my_webhooks', {})).items[0]!.failing_since;
  await endTask(backend, ada);
  await deliverDue(backend);
  expect(await failingSince()).not.toBeNull();
  await endTask(backend, ada);
  await deliverDue(backend);
  expect(await failingSince()).toBeNull();
});

test('410 disables the endpoint at once, with its pending deliveries', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const receiver = await webhookReceiver(500, 410);
  await addEndpoint(ada, receiver.url);
  await endTask(backend, ada);
  await deliverDue(backend);
  await endTask(backend, ada);
  expect(await deliverDue(backend)).toEqual(['given_up']);
  const { items } = await ada.call('my_webhook_deliveries', {});
  expect(items.map(({ status, next_attempt_at }) => [status, next_attempt_at])).toEqual([
    ['failed', null],
    ['failed', null],
  ]);
  expect((await ada.call('my_webhooks', {})).items[0]).toMatchObject({ enabled: false, disabled_reason: 'gone' });
  expect(await mailsWaitingFor(backend, ada)).toEqual(['webhook_disabled']);
});

test('a timeout and a private address are failed attempts', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const silent = await webhookReceiver(() => {});
  await addEndpoint(ada, silent.url);
  await endTask(backend, ada);
  await deliverDue(backend);
  expect((await onlyDelivery(ada)).attempts[0]).toMatchObject({
    status_code: null,
    failure: 'No answer within 1 seconds.',
    response: null,
  });

  // Production rules, as if stored under older ones.
  backend.deps.webhooks = httpWebhooks({ resolve: () => Promise.resolve(['127.0.0.1']) });
  const { items } = await ada.call('my_webhooks', {});
  const settings = { ...items[0]!, url: 'https://rebound.example.com/' };
  await ada.call('my_webhook_update', settings);
  await ada.call('my_webhook_resend', await onlyDelivery(ada));
  await deliverDue(backend);
  expect((await onlyDelivery(ada)).attempts[0]!.failure).toBe('The host resolves to an address that is not public.');
  expect(silent.requests).toHaveLength(1);
});

test('a delivery can be resent under the same event id and keeps its attempts', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const receiver = await webhookReceiver();
  await addEndpoint(ada, receiver.url);
  await endTask(backend, ada);
  await deliverDue(backend);
  const { delivery_id } = await onlyDelivery(ada);
  expect(await ada.call('my_webhook_resend', { delivery_id })).toMatchObject({
    status: 'pending',
    event_id: expect.any(String),
  });
  expect(await deliverDue(backend)).toEqual(['succeeded']);
  expect((await onlyDelivery(ada)).attempts).toHaveLength(2);
  const bodies = receiver.requests.map(({ body }) => body);
  expect(bodies[1]).toBe(bodies[0]);
});

test('pings and resent deliveries are rate limited', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const endpoint = await addEndpoint(ada, 'https://example.com/hook');
  await ada.call('my_webhook_ping', endpoint);
  await backend.pool.query(`update rate_limit set points = 60 where key like 'webhook-send%'`);
  await expect(ada.call('my_webhook_ping', endpoint)).rejects.toMatchObject({ status: 429 });
  const { delivery_id } = await onlyDelivery(ada);
  await expect(ada.call('my_webhook_resend', { delivery_id })).rejects.toMatchObject({ status: 429 });
});

test('a ping is sent once, whatever its outcome', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const receiver = await webhookReceiver(500);
  const { endpoint_id } = await addEndpoint(ada, receiver.url, ['task.failed']);
  expect(await ada.call('my_webhook_ping', { endpoint_id })).toMatchObject({ type: 'ping', status: 'pending' });
  expect(await deliverDue(backend)).toEqual(['given_up']);
  expect(JSON.parse(receiver.requests[0]!.body)).toMatchObject({ type: 'ping', data: { endpoint_id } });
});

test('a suspended account’s events are neither created nor sent', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const receiver = await webhookReceiver();
  await ada.call('my_webhook_ping', await addEndpoint(ada, receiver.url));
  await backend.pool.query('update account set suspended_at = now()');
  await endTask(backend, ada);
  expect(await deliverDue(backend)).toEqual(['skipped']);
  expect(await deliverDue(backend)).toEqual([]);
  expect(receiver.requests).toEqual([]);
});

test('the log is kept for 30 days', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const receiver = await webhookReceiver();
  await addEndpoint(ada, receiver.url);
  await endTask(backend, ada);
  await deliverDue(backend);
  const inDays = (days: number) => ({ ...backend.deps, now: () => new Date(Date.now() + days * 24 * hour) });
  await sweep(inDays(29));
  expect(await backend.db.selectFrom('webhook_delivery').selectAll().execute()).toHaveLength(1);
  await sweep(inDays(31));
  for (const table of ['webhook_event', 'webhook_delivery', 'webhook_attempt'] as const)
    expect(await backend.db.selectFrom(table).selectAll().execute()).toEqual([]);
});
