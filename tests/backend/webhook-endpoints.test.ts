import { expect, test } from 'vitest';
import { integrationLimits, type CallName, type Input } from '#contract';
import { finishTask } from '#backend/domain/task/finish';
import { aesGcmVault } from '#backend/providers/vault/aes-gcm';
import { httpWebhooks } from '#backend/providers/webhooks/http';
import { member, openBackend } from '#tests/support/backend';
import { addEndpoint, deliverDue, isSigned, onlyDelivery, runningTask, webhookReceiver } from '#tests/support/webhooks';

const url = 'https://example.com/hook';

test('the signing secret of an endpoint is shown once and kept encrypted', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { secret, ...made } = await addEndpoint(ada, ' https://EXAMPLE.com:443/hook#part ');
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  expect(made).toMatchObject({ url, enabled: true, disabled_reason: null, description: 'Tests' });
  expect(await ada.call('my_webhooks', {})).toEqual({ items: [made] });
  const [row] = await backend.db.selectFrom('webhook_endpoint').selectAll().execute();
  expect(row!.secret.toString('latin1')).not.toContain('whsec');
  expect(backend.deps.vault.open(row!.secret, made.endpoint_id)).toBe(secret);
  const events = await backend.db.selectFrom('audit_event').selectAll().execute();
  expect(events.map(({ event, detail }) => [event, detail])).toEqual([['webhook_created', made.endpoint_id]]);
});

test('an unconfirmed account has no endpoints', async () => {
  const eve = await member(await openBackend(), { isConfirmed: false });
  const attempt = addEndpoint(eve, 'https://eve.example.com/hook');
  await expect(attempt).rejects.toMatchObject({ error: 'activation_required' });
});

test('unusable webhook URLs are refused for their field', async () => {
  const backend = await openBackend();
  backend.deps.webhooks = httpWebhooks();
  const ada = await member(backend);
  const fault = (address: string) => addEndpoint(ada, address).catch(({ fields }: { fields: object }) => fields);
  expect(await fault('http://example.com/')).toEqual({ url: 'The address must start with https://.' });
  const notPublic = { url: 'This address is not public. Enter one that the internet can reach.' };
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:10.0.0.1]', '169.254.169.254', 'localhost']) {
    expect(await fault(`https://${host}/`), host).toEqual(notPublic);
  }
  expect(await fault('hook')).toEqual({ url: 'Enter an address like https://example.com/faceswap.' });
  const tooLong = { url: expect.stringContaining('after its special characters are encoded') };
  expect(await fault(`https://example.com/${'ü'.repeat(900)}`)).toEqual(tooLong);
  const { secret: _, created_at: _made, ...endpoint } = await addEndpoint(ada, url);
  const change = { ...endpoint, url: 'https://10.0.0.1/' };
  await expect(ada.call('my_webhook_update', change)).rejects.toMatchObject({ fields: notPublic });
});

test('the number of endpoints is bounded, with one per URL', async () => {
  const ada = await member(await openBackend());
  const attempts = Array.from({ length: 8 }, (_, index) => addEndpoint(ada, `${url}/${index}`));
  const settled = await Promise.allSettled(attempts);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(integrationLimits.webhooks);
  const { items } = await ada.call('my_webhooks', {});
  await ada.call('my_webhook_delete', items[0]!);
  await expect(addEndpoint(ada, items[1]!.url)).rejects.toMatchObject({
    status: 409,
    fields: { url: 'An endpoint with this URL exists. Edit that one.' },
  });
  await expect(ada.call('my_webhook_update', { ...items[2]!, url: items[1]!.url })).rejects.toMatchObject({
    status: 409,
  });
  expect((await ada.call('my_webhook_update', { ...items[2]!, description: 'Other' })).description).toBe('Other');
});

test('another account’s endpoints and deliveries are not found, in any call', async () => {
  const backend = await openBackend();
  const [ada, eve] = [await member(backend), await member(backend)];
  const { endpoint_id } = await addEndpoint(ada, url);
  const { delivery_id } = await ada.call('my_webhook_ping', { endpoint_id });
  const settings = { url: 'https://eve.example.com/', events: ['task.failed'], enabled: true };
  const attempts: [CallName, object][] = [
    ['my_webhook_update', { endpoint_id, ...settings }],
    ['my_webhook_delete', { endpoint_id }],
    ['my_webhook_rotate', { endpoint_id }],
    ['my_webhook_ping', { endpoint_id }],
    ['my_webhook_resend', { delivery_id }],
  ];
  for (const [name, input] of attempts) {
    const attempt = eve.call(name, input as Input<typeof name>);
    await expect(attempt, name).rejects.toMatchObject({ status: 404, error: 'not_found' });
  }
  expect(await eve.call('my_webhook_deliveries', { endpoint_id })).toMatchObject({ total: 0 });
  expect((await eve.call('my_webhooks', {})).items).toEqual([]);
  expect((await ada.call('my_webhooks', {})).items[0]).toMatchObject({ url, enabled: true });
});

test('a disabled endpoint receives nothing, not even pending deliveries', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const receiver = await webhookReceiver();
  const endpoint = await addEndpoint(ada, receiver.url);
  const { delivery_id } = await ada.call('my_webhook_ping', endpoint);
  const off = await ada.call('my_webhook_update', { ...endpoint, enabled: false });
  expect(off).toMatchObject({ enabled: false, disabled_reason: 'user' });
  await finishTask(backend.deps, await runningTask(backend, ada), { status: 'succeeded', persons: [] });
  expect(await deliverDue(backend)).toEqual([]);
  expect(await onlyDelivery(ada)).toMatchObject({ delivery_id, status: 'failed', attempts: [] });
  await expect(ada.call('my_webhook_ping', endpoint)).rejects.toMatchObject({ status: 409 });
  await expect(ada.call('my_webhook_resend', { delivery_id })).rejects.toThrow('switched off');

  expect(await ada.call('my_webhook_update', { ...endpoint, enabled: true })).toMatchObject({ disabled_reason: null });
  await ada.call('my_webhook_resend', { delivery_id });
  expect(await deliverDue(backend)).toEqual(['succeeded']);
  expect(receiver.requests).toHaveLength(1);
});

test('an endpoint with another address has not failed yet', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const endpoint = await addEndpoint(ada, 'https://one.example.com/');
  await backend.db.updateTable('webhook_endpoint').set({ failing_since: new Date() }).execute();
  const settings = { ...endpoint, description: 'Production' };
  expect((await ada.call('my_webhook_update', settings)).failing_since).not.toBeNull();
  const moved = await ada.call('my_webhook_update', { ...settings, url: 'https://two.example.com/' });
  expect(moved.failing_since).toBeNull();
});

test('after a rotation both secrets sign for a day, or the new one alone', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const receiver = await webhookReceiver();
  const first = await addEndpoint(ada, receiver.url);
  const signatures = async () => {
    await ada.call('my_webhook_ping', first);
    await deliverDue(backend);
    return receiver.requests.at(-1)!;
  };
  const second = await ada.call('my_webhook_rotate', first);
  expect(second.secret).not.toBe(first.secret);
  const both = await signatures();
  expect([isSigned(both, first.secret), isSigned(both, second.secret)]).toEqual([true, true]);

  const tomorrow = Date.now() + 86_400_001;
  backend.deps.now = () => new Date(tomorrow);
  const later = await signatures();
  expect([isSigned(later, first.secret, tomorrow), isSigned(later, second.secret, tomorrow)]).toEqual([false, true]);

  const third = await ada.call('my_webhook_rotate', { ...first, keep_old: false });
  const leaked = await signatures();
  expect([isSigned(leaked, second.secret, tomorrow), isSigned(leaked, third.secret, tomorrow)]).toEqual([false, true]);
});

test('a delivery whose secret cannot be decrypted fails with a remedy', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const receiver = await webhookReceiver();
  const endpoint = await addEndpoint(ada, receiver.url);
  await ada.call('my_webhook_ping', endpoint);
  backend.deps.vault = aesGcmVault('another secret of the tests, long enough', 'tests');
  expect(await deliverDue(backend)).toEqual(['given_up']);
  const { delivery_id, attempts } = await onlyDelivery(ada);
  expect(attempts[0]!.failure).toContain('Rotate the secret');
  expect(receiver.requests).toEqual([]);

  const { secret, old_secret_until } = await ada.call('my_webhook_rotate', endpoint);
  expect(old_secret_until).toBeNull();
  await ada.call('my_webhook_resend', { delivery_id });
  expect(await deliverDue(backend)).toEqual(['succeeded']);
  expect(isSigned(receiver.requests[0]!, secret)).toBe(true);
});

test('endpoints, events and log are deleted with the account', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const receiver = await webhookReceiver(500);
  await ada.call('my_webhook_ping', await addEndpoint(ada, receiver.url));
  await deliverDue(backend);
  await ada.call('del_account', { uid: ada.accountId });
  for (const table of ['webhook_endpoint', 'webhook_event', 'webhook_delivery', 'webhook_attempt'] as const) {
    expect(await backend.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
});
