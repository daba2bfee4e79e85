import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { integrationLimits } from '#contract';
import { httpWebhooks } from '#backend/providers/webhooks/http';
import { member, openBackend } from '#tests/support/backend';
import { addFace, detect, waitForSwap, upload } from '#tests/support/journey';
import { mailTo } from '#tests/support/mails';
import { patience } from '#tests/support/patience';
import { portraitBytes } from '#tests/support/portraits';
import { addEndpoint, isSigned, webhookReceiver } from '#tests/support/webhooks';

test('a worker delivers a swap with a link to its result, and retries', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const ada = await member(backend);
  const receiver = await webhookReceiver(500);
  const { secret } = await addEndpoint(ada, receiver.url, ['task.succeeded']);
  const material_id = await upload(backend, ada, portraitBytes('amara'));
  await detect(ada, material_id);
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  const { order_id, task_id } = await ada.call('faceswap_create', swap);
  await waitForSwap(ada, order_id);

  const eventOf = ({ body }: { body: string }) => JSON.parse(body) as { id: string; data: Record<string, string> };
  const delivered = () => receiver.requests.filter((request) => eventOf(request).data.kind === 'swap').length;
  const isDone = async () =>
    (await ada.call('my_webhook_deliveries', {})).items.every(({ status }) => status === 'succeeded');
  await expect.poll(delivered, patience).toBeGreaterThan(0);
  await expect.poll(isDone, patience).toBe(true);
  const request = receiver.requests.find((one) => eventOf(one).data.kind === 'swap')!;
  expect(isSigned(request, secret)).toBe(true);
  const { data } = eventOf(request);
  expect(data).toMatchObject({ order_id, task_id, status: 'succeeded', error: null });
  expect(data.result_url).toMatch(/^https:\/\/faceswap\.test\/api\/media\/creations\//);
  const { pathname, search } = new URL(data.result_url!);
  const result = await backend.fetch(pathname + search);
  expect([result.status, result.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  // Two events, one of them retried after a 500.
  expect(receiver.requests).toHaveLength(3);

  await ada.call('del_order', { order_id });
  const { items } = await ada.call('my_webhook_deliveries', {});
  const { delivery_id } = items.find((delivery) => delivery.task_id === task_id)!;
  await ada.call('my_webhook_resend', { delivery_id });
  await expect.poll(() => receiver.requests.length, patience).toBe(4);
  expect(eventOf(receiver.requests[3]!).data).toMatchObject({ order_id, result_url: null });
});

test('unresponsive receivers delay neither other endpoints nor other jobs', async () => {
  const backend = await openBackend();
  backend.deps.webhooks = httpWebhooks({ allowPrivate: true, timeoutMs: patience.timeout });
  await backend.startWorker();
  const [eve, ada] = [await member(backend), await member(backend)];
  const held: ServerResponse[] = [];
  const hold = (response: ServerResponse) => void held.push(response);
  for (let index = 0; index < integrationLimits.webhooks; index++) {
    const endpoint = await addEndpoint(eve, (await webhookReceiver(hold)).url);
    for (let ping = 0; ping < 4; ping++) await eve.call('my_webhook_ping', endpoint);
  }
  await expect.poll(() => held.length, patience).toBe(integrationLimits.webhooks);

  const prompt = await webhookReceiver();
  await ada.call('my_webhook_ping', await addEndpoint(ada, prompt.url));
  await expect.poll(() => prompt.requests.length, patience).toBe(1);
  await backend.call('email_forgot_password', { email: ada.email });
  await mailTo(backend, ada.email, 'Set a new password');
  expect(held).toHaveLength(integrationLimits.webhooks);
  for (const response of held) response.end();
});
