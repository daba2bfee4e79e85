import { expect, test } from 'vitest';
import { sweep } from '#backend/domain/retention/sweep';
import { member, openBackend, type TestBackend } from '#tests/support/backend';
import { addIntegrations, integrationsOf } from '#tests/support/integrations';
import { codeIn, mailsWaitingFor, mailTo } from '#tests/support/mails';
import { patience } from '#tests/support/patience';

const ada = { email: 'ada@example.com', password: 'a long enough phrase' };
const another = 'another long enough phrase';
const twice = (new_password: string) => ({ new_password, new_password_confirmation: new_password });

const confirm = 'Confirm your e-mail address';
const setNew = 'Set a new password';

async function registered(): Promise<TestBackend> {
  const backend = await openBackend();
  await backend.startWorker();
  await backend.call('email_register', ada);
  return backend;
}

async function resetCode(backend: TestBackend): Promise<string> {
  await backend.call('email_forgot_password', { email: ada.email });
  return codeIn(await mailTo(backend, ada.email, setNew));
}

const age = (backend: TestBackend, hours: number) =>
  backend.pool.query(`update mail_code set expires_at = expires_at - make_interval(hours => $1)`, [hours]);

test('an activation code confirms the address once', async () => {
  const backend = await registered();
  const code = codeIn(await mailTo(backend, ada.email, confirm));
  const { token, user } = await backend.call('email_login', ada);
  expect(user.email_verified).toBe(false);
  const used = await Promise.allSettled([1, 2, 3].map(() => backend.call('email_activate', { code })));
  expect(used.filter((one) => one.status === 'fulfilled').map((one) => one.value)).toEqual([{ email: ada.email }]);
  expect(used.filter((one) => one.status === 'rejected').map((one) => one.reason.error)).toEqual(
    Array(2).fill('not_found'),
  );
  expect((await backend.call('my_userinfo', {}, { token })).email_verified).toBe(true);
});

test('an activation code is valid for 24 hours', async () => {
  const backend = await registered();
  const code = codeIn(await mailTo(backend, ada.email, confirm));
  await age(backend, 24);
  await expect(backend.call('email_activate', { code })).rejects.toMatchObject({ status: 410, error: 'expired' });
});

const device = 'a-secret-of-the-browser-that-signed-up';
const elsewhere = 'the-secret-of-any-other-browser-at-all';

async function activation(): Promise<{ backend: TestBackend; code: string }> {
  const backend = await openBackend();
  await backend.startWorker();
  await backend.call('email_register', { ...ada, device });
  return { backend, code: codeIn(await mailTo(backend, ada.email, confirm)) };
}

test('the link confirms and signs in on the device that signed up, once', async () => {
  const { backend, code } = await activation();
  const state = { email: ada.email, is_sign_up_device: true };
  expect(await backend.call('email_activation_state', { code, device })).toEqual(state);
  expect(await backend.call('email_activation_state', { code, device })).toEqual(state);
  const used = await Promise.allSettled([1, 2, 3].map(() => backend.call('email_activate_session', { code, device })));
  const [session, ...more] = used.filter((one) => one.status === 'fulfilled').map((one) => one.value);
  expect(more).toEqual([]);
  const { email_verified, credit_num } = await backend.call('my_userinfo', {}, { token: session!.token });
  expect([email_verified, credit_num]).toEqual([true, 10]);
  for (const again of [
    () => backend.call('email_activation_state', { code, device }),
    () => backend.call('email_activate_session', { code, device }),
    () => backend.call('email_activate', { code }),
  ]) {
    await expect(again()).rejects.toMatchObject({ error: 'not_found', message: 'This link was already used.' });
  }
});

test('no other device is signed in by the link, which stays valid for its button', async () => {
  const { backend, code } = await activation();
  const state = { email: ada.email, is_sign_up_device: false };
  expect(await backend.call('email_activation_state', { code })).toEqual(state);
  expect(await backend.call('email_activation_state', { code, device: elsewhere })).toEqual(state);
  const attempt = backend.call('email_activate_session', { code, device: elsewhere });
  await expect(attempt).rejects.toMatchObject({ status: 409, error: 'conflict' });
  expect(await backend.db.selectFrom('access_token').select('hash').execute()).toEqual([]);
  expect(await backend.call('email_activate', { code })).toEqual({ email: ada.email });
});

test('a second sign-up of the address from another device does not get the link’s session', async () => {
  const { backend, code } = await activation();
  await backend.call('email_register', { email: ada.email, password: another, device: elsewhere });
  const state = await backend.call('email_activation_state', { code, device: elsewhere });
  expect(state.is_sign_up_device).toBe(false);
});

test('who registers another’s address in advance has neither password nor session once its owner signs up', async () => {
  const { backend } = await activation();
  const { token } = await backend.call('email_login', ada);
  await backend.db.deleteFrom('rate_limit').where('key', 'like', 'registration-mail:%').execute();
  await backend.call('email_register', { email: ada.email, password: another, device: elsewhere });
  await expect(backend.call('my_userinfo', {}, { token })).rejects.toMatchObject({ status: 401 });
  for (const password of [ada.password, another])
    await expect(backend.call('email_login', { ...ada, password })).rejects.toMatchObject({
      error: 'wrong_credentials',
    });

  const code = codeIn(await mailTo(backend, ada.email, 'Choose a password to start'));
  await backend.call('email_reset_password', { code, ...twice('a third long enough phrase') });
  const { user } = await backend.call('email_login', { ...ada, password: 'a third long enough phrase' });
  expect(user).toMatchObject({ email_verified: true, credit_num: 10 });
});

test('two sign-ups at the same moment leave no password, either', async () => {
  const backend = await openBackend();
  const passwords = [ada.password, another];
  await Promise.all(passwords.map((password) => backend.call('email_register', { ...ada, password })));
  for (const password of passwords)
    await expect(backend.call('email_login', { ...ada, password })).rejects.toMatchObject({
      error: 'wrong_credentials',
    });
});

test('a second sign-up within a minute is mailed once that is over: no password works until then', async () => {
  const { backend } = await activation();
  await backend.call('email_register', { ...ada, device: elsewhere });
  await expect.poll(() => mailsWaitingFor(backend, ada), patience).toEqual([]);
  await backend.call('email_register', { email: ada.email, password: another, device: elsewhere });
  expect(await mailsWaitingFor(backend, ada)).toEqual(['registration']);
  const { rows } = await backend.pool.query(
    `select run_at > now() and run_at < now() + interval '61 seconds' as is_after_it from graphile_worker.jobs`,
  );
  expect(rows).toEqual([{ is_after_it: true }]);
  await backend.pool.query('update graphile_worker._private_jobs set run_at = now()');
  const code = codeIn(await mailTo(backend, ada.email, 'Choose a password to start'));
  await backend.call('email_reset_password', { code, ...twice('a third long enough phrase') });
  await backend.call('email_login', { ...ada, password: 'a third long enough phrase' });
});

test('a second sign-up in the same browser replaces the password, one with the same password changes nothing', async () => {
  const { backend, code } = await activation();
  const { token } = await backend.call('email_login', ada);
  await backend.call('email_register', { ...ada, device: elsewhere });
  await backend.call('email_register', { email: ada.email, password: another, device });
  expect((await backend.call('my_userinfo', {}, { token })).email).toBe(ada.email);
  await expect(backend.call('email_login', ada)).rejects.toMatchObject({ error: 'wrong_credentials' });
  await backend.call('email_login', { ...ada, password: another });
  expect((await backend.call('email_activate_session', { code, device })).user.email_verified).toBe(true);
});

test('after the confirmation no unused link of the account signs in', async () => {
  const { backend, code } = await activation();
  const { token } = await backend.call('email_login', ada);
  await backend.call('email_resend_activation', {}, { token });
  await expect.poll(async () => (await backend.mails.list()).length, patience).toBe(2);
  const codes = (await backend.mails.list()).map(codeIn);
  await backend.call('email_activate', { code });
  const other = codes.find((one) => one !== code)!;
  await expect(backend.call('email_activation_state', { code: other, device })).rejects.toMatchObject({
    message: 'This e-mail address is already confirmed.',
  });
  await expect(backend.call('email_activate_session', { code: other, device })).rejects.toThrow();
});

test('a suspended sign-up is confirmed by its link, but not signed in', async () => {
  const { backend, code } = await activation();
  await backend.pool.query('update account set suspended_at = now()');
  await expect(backend.call('email_activate_session', { code, device })).rejects.toMatchObject({ error: 'suspended' });
  expect(await backend.db.selectFrom('access_token').selectAll().execute()).toEqual([]);
  expect(await backend.call('email_activate', { code })).toEqual({ email: ada.email });
});

test('after a new password, the link no longer signs in on the device that signed up', async () => {
  const { backend, code } = await activation();
  const { token } = await backend.call('email_login', ada);
  await backend.call('email_change_password', { old_password: ada.password, ...twice(another) }, { token });
  expect(await backend.call('email_activation_state', { code, device })).toMatchObject({ is_sign_up_device: false });
  await expect(backend.call('email_activate_session', { code, device })).rejects.toMatchObject({ error: 'conflict' });
});

test('a sign-up that fails is mailed when it is sent again', async () => {
  const backend = await openBackend();
  const { jobs } = backend.deps;
  backend.deps.jobs = { ...jobs, add: () => Promise.reject(new Error('the queue is out of order')) };
  await expect(backend.call('email_register', ada)).rejects.toMatchObject({ error: 'internal' });
  backend.deps.jobs = jobs;
  await backend.call('email_register', ada);
  expect(await mailsWaitingFor(backend, ada)).toEqual(['registration']);
});

test('a device is stored only as a hash, and forgotten with the confirmation', async () => {
  const { backend, code } = await activation();
  const stored = () => backend.db.selectFrom('account').select('sign_up_device').executeTakeFirstOrThrow();
  expect((await stored()).sign_up_device!.toString('latin1')).not.toContain(device);
  await backend.call('email_activate', { code });
  expect(await stored()).toEqual({ sign_up_device: null });
});

test('codes are stored only as hashes, and expired ones are swept', async () => {
  const backend = await registered();
  const code = codeIn(await mailTo(backend, ada.email, confirm));
  const rows = await backend.db.selectFrom('mail_code').selectAll().execute();
  const { rows: jobs } = await backend.pool.query('select * from graphile_worker._private_jobs');
  expect(rows[0]!.hash.toString('latin1') + JSON.stringify([rows, jobs])).not.toContain(code);
  await sweep({ ...backend.deps, now: () => new Date(Date.now() + 3 * 86_400_000) });
  expect(await backend.db.selectFrom('mail_code').selectAll().execute()).toEqual([]);
});

test('signing up with a registered address mails its owner and reveals nothing', async () => {
  const backend = await registered();
  await backend.call('email_activate', { code: codeIn(await mailTo(backend, ada.email, confirm)) });
  expect(await backend.call('email_register', { email: ada.email, password: another })).toEqual({ email: ada.email });
  const { text } = await mailTo(backend, ada.email, 'You already have an account');
  expect(text).not.toContain('code=');
});

test.each([
  { isConfirmed: false, kept: 0 },
  { isConfirmed: true, kept: 2 },
])('a reset of an account that is confirmed ($isConfirmed) keeps $kept API keys and webhooks', async (account) => {
  const backend = await registered();
  await addIntegrations(backend, await backend.call('email_login', ada));
  if (account.isConfirmed) await backend.pool.query('update account set email_verified_at = now()');
  await backend.call('email_reset_password', { code: await resetCode(backend), ...twice(another) });
  expect(await integrationsOf(backend)).toHaveLength(account.kept);
});

test('an unconfirmed account can read but not create, and can resend the mail', async () => {
  const backend = await openBackend();
  await backend.startWorker();
  const bo = await member(backend, { isConfirmed: false });
  const swap = { material_id: '019a9e00-0000-7000-8000-00000000a001', bind_face: {}, consent: 'true' };
  swap.bind_face = { p1: '019a9e00-0000-7000-8000-00000000f001' };
  await expect(bo.call('faceswap_create', swap)).rejects.toMatchObject({
    status: 409,
    error: 'activation_required',
  });
  await bo.call('email_resend_activation', {});
  await backend.call('email_activate', { code: codeIn(await mailTo(backend, bo.email, confirm)) });
  await expect(bo.call('faceswap_create', swap)).rejects.toMatchObject({ error: 'not_found' });
  await expect(bo.call('email_resend_activation', {})).rejects.toMatchObject({ status: 409, error: 'conflict' });
});

test('a password reset by mail ends every session', async () => {
  const backend = await registered();
  const { token } = await backend.call('email_login', ada);
  const code = await resetCode(backend);
  expect(await backend.call('email_forgot_verify', { code })).toEqual({ email: ada.email });
  expect(await backend.call('email_reset_password', { code, ...twice(another) })).toEqual({});
  await expect(backend.call('my_userinfo', {}, { token })).rejects.toMatchObject({ status: 401 });
  await expect(backend.call('email_login', ada)).rejects.toMatchObject({ error: 'wrong_credentials' });
  const { user } = await backend.call('email_login', { ...ada, password: another });
  expect(user.email_verified).toBe(true);
  await mailTo(backend, ada.email, 'Your password was changed');
});

test('a reset code works once, for an hour, and a rejected password does not consume it', async () => {
  const backend = await registered();
  const code = await resetCode(backend);
  const weak = backend.call('email_reset_password', { code, ...twice('password123') });
  await expect(weak).rejects.toMatchObject({ fields: { new_password: expect.stringContaining('common') } });
  const typo = { ...twice(another), new_password_confirmation: 'something else' };
  await expect(backend.call('email_reset_password', { code, ...typo })).rejects.toMatchObject({
    fields: { new_password_confirmation: 'The two passwords differ.' },
  });
  await age(backend, 1);
  await expect(backend.call('email_forgot_verify', { code })).rejects.toMatchObject({ error: 'expired' });
  await expect(backend.call('email_reset_password', { code, ...twice(another) })).rejects.toMatchObject({
    error: 'expired',
  });
  await age(backend, -1);
  await backend.call('email_reset_password', { code, ...twice(another) });
  await expect(backend.call('email_reset_password', { code, ...twice('a third one') })).rejects.toMatchObject({
    error: 'not_found',
  });
});

test('a code is valid only for its own purpose', async () => {
  const backend = await registered();
  const code = codeIn(await mailTo(backend, ada.email, confirm));
  await expect(backend.call('email_reset_password', { code, ...twice(another) })).rejects.toMatchObject({
    error: 'not_found',
  });
});

test('a reset request behaves the same for an unknown address', async () => {
  const backend = await registered();
  await mailTo(backend, ada.email, confirm);
  const known = await backend.call('email_forgot_password', { email: ada.email });
  expect(await backend.call('email_forgot_password', { email: 'nobody@example.com' })).toEqual(known);
  await mailTo(backend, ada.email, setNew);
  expect((await backend.mails.list()).map((mail) => mail.to)).not.toContain('nobody@example.com');
});

test('changing the password ends every other session and issues a new token', async () => {
  const backend = await registered();
  const [here, there] = [await backend.call('email_login', ada), await backend.call('email_login', ada)];
  const change = { old_password: ada.password, ...twice(another) };
  const changed = await backend.call('email_change_password', change, here);
  for (const { token } of [here, there]) {
    await expect(backend.call('my_userinfo', {}, { token })).rejects.toMatchObject({ status: 401 });
  }
  expect((await backend.call('my_userinfo', {}, changed)).email).toBe(ada.email);
  await backend.call('email_login', { ...ada, password: another });
});

test('a wrong old password changes nothing and is reported for its field', async () => {
  const backend = await registered();
  const { token } = await backend.call('email_login', ada);
  const attempt = backend.call('email_change_password', { old_password: 'not it', ...twice(another) }, { token });
  await expect(attempt).rejects.toMatchObject({
    status: 422,
    fields: { old_password: expect.stringContaining('not your password') },
  });
  expect((await backend.call('my_userinfo', {}, { token })).email).toBe(ada.email);
});

test('a login concurrent with a password change starts no session', async () => {
  const backend = await registered();
  const code = await resetCode(backend);
  const signIns = Array.from({ length: 12 }, () => backend.call('email_login', ada));
  await Promise.allSettled([backend.call('email_reset_password', { code, ...twice(another) }), ...signIns]);
  expect(await backend.db.selectFrom('access_token').select('created_at').execute()).toEqual([]);
});
