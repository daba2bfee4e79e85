import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { calls, type CallName, type Input } from '#contract';
import { withIdempotencyKey } from '#backend/http/idempotency';
import { member, openBackend, type TestBackend } from '#tests/support/backend';
import { mailsWaitingFor } from '#tests/support/mails';
import { patience } from '#tests/support/patience';
import { addEndpoint } from '#tests/support/webhooks';

const photo = { format: 'jpg', name: 'a.jpg' };

test('the same key and body get the same answer with one effect', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const first = await ada.call('upload_sign_url', photo, 'key-of-ada-1');
  const second = await ada.call('upload_sign_url', photo, 'key-of-ada-1');
  expect(second).toEqual(first);
  expect(await ada.call('upload_sign_url', photo, 'key-of-ada-2')).not.toEqual(first);
  expect(await backend.db.selectFrom('material').selectAll().execute()).toHaveLength(2);
});

test('mails, events and revocations that are requested again with their key happen once', async () => {
  const backend = await openBackend();
  const [ada, bo] = [await member(backend), await member(backend, { isConfirmed: false })];
  const twice = async <N extends CallName>(name: N, input: Input<N>, caller = ada) => {
    const first = await caller.call(name, input, `${name}-1`);
    expect(await caller.call(name, input, `${name}-1`)).toEqual(first);
  };
  const { endpoint_id } = await addEndpoint(ada, 'https://example.com/hook');
  await twice('my_webhook_ping', { endpoint_id });
  expect((await ada.call('my_webhook_deliveries', {})).items).toHaveLength(1);
  await twice('my_webhook_delete', { endpoint_id });
  await twice('email_resend_activation', {}, bo);
  await twice('email_forgot_password', { email: bo.email }, bo);
  expect(await mailsWaitingFor(backend, bo)).toEqual(['activation', 'reset']);
  const { key_id } = await ada.call('my_api_key_create', { name: 'Build server', scopes: ['read'] });
  await twice('my_api_key_revoke', { key_id });
  await twice('feedback_failed_event', { type: 'swap_failed', input_data: '{}' });
  expect(await backend.db.selectFrom('failed_event').selectAll().execute()).toHaveLength(1);
});

test('what is stored of a body with a password does not let anyone guess the password', async () => {
  const backend = await openBackend();
  const input = { email: 'ada@example.com', password: 'correct horse battery' };
  const answer = await backend.call('email_register', input, { key: 'key-of-ada-1' });
  expect(await backend.call('email_register', input, { key: 'key-of-ada-1' })).toEqual(answer);
  const [row] = await leases(backend);
  const guess = Object.entries(input).map(([name, value]) => `${name}\0${JSON.stringify(value)}\0`);
  expect(row!.body_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(row!.body_hash).not.toBe(createHash('sha256').update(guess.join('')).digest('hex'));
  const other = { ...input, password: 'correct horse stapler' };
  await expect(backend.call('email_register', other, { key: 'key-of-ada-1' })).rejects.toMatchObject({ status: 409 });
});

test('ten concurrent calls with one key have one effect', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ada.call('upload_sign_url', photo, 'key-of-ada-1')),
  );
  expect(new Set(answers.map((answer) => answer.material_id)).size).toBe(1);
});

test('a key reused for another body or call is refused', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  await ada.call('upload_sign_url', photo, 'key-of-ada-1');
  const other = ada.call('upload_sign_url', { ...photo, name: 'b.jpg' }, 'key-of-ada-1');
  await expect(other).rejects.toMatchObject({ status: 409, error: 'idempotency_mismatch' });
});

test('keys are scoped to their account', async () => {
  const backend = await openBackend();
  const [ada, bo] = [await member(backend), await member(backend)];
  const hers = await ada.call('upload_sign_url', photo, 'the-same-key');
  const his = await bo.call('upload_sign_url', photo, 'the-same-key');
  expect(his.material_id).not.toBe(hers.material_id);
});

test('keys of calls without an account are scoped to the address they give, or to the input', async () => {
  const backend = await openBackend();
  const send = (contents: string, email: string) =>
    backend.call('feedback_create', { contents, email }, { key: 'the-same-key' });
  await send('Lovely.', 'ada@example.com');
  await send('Lovely.', 'ada@example.com');
  await send('Slow.', 'bo@example.com');
  await expect(send('Ugly.', 'ada@example.com')).rejects.toMatchObject({ error: 'idempotency_mismatch' });
  expect(await backend.db.selectFrom('feedback').select('contents').orderBy('contents').execute()).toEqual([
    { contents: 'Lovely.' },
    { contents: 'Slow.' },
  ]);
  for (const type of ['swap_failed', 'upload_failed', 'swap_failed']) {
    await backend.call('feedback_failed_event', { type, input_data: '{}' }, { key: 'the-same-key' });
  }
  expect(await backend.db.selectFrom('failed_event').selectAll().execute()).toHaveLength(2);
});

test('a failed call can be retried with its key', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const swap = {
    material_id: '019a9e00-0000-7000-8000-00000000a001',
    bind_face: { p1: '019a9e00-0000-7000-8000-00000000f001' },
    consent: true,
  };
  const attempt = () => ada.call('faceswap_create', swap, 'key-of-ada-1');
  await expect(attempt()).rejects.toMatchObject({ error: 'not_found' });
  await expect(attempt()).rejects.toMatchObject({ error: 'not_found' });
});

test.each(['short', 'has a space in it', 'x'.repeat(201)])('the key "%s" is refused', async (key) => {
  const backend = await openBackend();
  const ada = await member(backend);
  await expect(ada.call('upload_sign_url', photo, key)).rejects.toMatchObject({ status: 422 });
});

const leases = (backend: TestBackend) => backend.db.selectFrom('idempotency').selectAll().execute();

const abandon = (backend: TestBackend, claimed_until: Date) =>
  backend.db
    .updateTable('idempotency')
    .set({ answer: null, claim: '019a9e00-0000-4000-8000-000000000001', claimed_until })
    .execute();

test('a dead process’s key is taken over after its lease, only with the same body', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const first = await ada.call('upload_sign_url', photo, 'key-of-ada-1');
  await abandon(backend, new Date(Date.now() - 1));
  const other = ada.call('upload_sign_url', { ...photo, name: 'b.jpg' }, 'key-of-ada-1');
  await expect(other).rejects.toMatchObject({ error: 'idempotency_mismatch' });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => ada.call('upload_sign_url', photo, 'key-of-ada-1')),
  );
  expect(new Set(answers.map(({ material_id }) => material_id)).size).toBe(1);
  expect(answers[0]!.material_id).not.toBe(first.material_id);
});

test('calls waiting for the first one with their key hold no connection and get its answer', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const first = await ada.call('upload_sign_url', photo, 'key-of-ada-1');
  const [known] = await leases(backend);
  await abandon(backend, new Date(Date.now() + 60_000));
  const waiting = Array.from({ length: 50 }, () => ada.call('upload_sign_url', photo, 'key-of-ada-1'));
  const { pool } = backend;
  await expect.poll(() => pool.totalCount, patience).toBeGreaterThan(2);
  await expect.poll(() => pool.totalCount - pool.idleCount + pool.waitingCount, patience).toBe(0);
  await backend.db
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(known!.answer) })
    .execute();
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => first));
});

test('work that lost its lease has no effect', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const { deps } = backend;
  const request = { scope: ada.accountId, key: 'key-of-ada-1', call: calls.upload_sign_url, bodyHash: 'of the body' };
  const slow = withIdempotencyKey(deps, request, async (given) => {
    await given.db.updateTable('account').set({ nickname: 'changed by the slow one' }).execute();
    await abandon(backend, new Date(Date.now() + 60_000));
    return {};
  });
  await expect(slow).rejects.toMatchObject({ error: 'unavailable' });
  expect((await ada.call('my_userinfo', {})).nickname).not.toContain('slow');
});
