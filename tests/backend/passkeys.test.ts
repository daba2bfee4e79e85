import { expect, test } from 'vitest';
import { sweep } from '#backend/domain/retention/sweep';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { mailsWaitingFor } from '#tests/support/mails';
import { site } from '#tests/support/payments';
import { softwarePasskey } from '#tests/support/software-passkey';

const challengeIn = ({ options }: { options: Record<string, unknown> }) => String(options.challenge);
const registrationOf = async (who: Member) => challengeIn(await who.call('my_passkey_begin', {}));
const loginOf = async (backend: TestBackend) => challengeIn(await backend.call('passkey_login_begin', {}));

async function withPasskey(backend: TestBackend) {
  const ada = await member(backend);
  const passkey = softwarePasskey(site);
  const response = passkey.make({ challenge: await registrationOf(ada) });
  const { passkey_id } = await ada.call('my_passkey_add', { name: 'My phone', response });
  return { ada, passkey, passkey_id };
}

test('a passkey signs in, without a code, and is listed with its last use', async () => {
  const backend = await openBackend();
  const { ada, passkey, passkey_id } = await withPasskey(backend);
  const response = passkey.use({ challenge: await loginOf(backend) });
  const { user, token } = await backend.call('passkey_login', { response });
  expect(user.uid).toBe(ada.accountId);
  const { items } = await backend.call('my_passkeys', {}, { token });
  expect(items).toMatchObject([{ passkey_id, name: 'My phone', last_used_at: expect.any(String) }]);
  expect(await mailsWaitingFor(backend, ada)).toEqual(['passkey_added']);
});

test('the options ask for a discoverable passkey and for the user’s verification, at the site’s host', async () => {
  const backend = await openBackend();
  const { ada, passkey } = await withPasskey(backend);
  const { options } = await ada.call('my_passkey_begin', {});
  expect(options).toMatchObject({
    rp: { id: new URL(site).hostname },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: passkey.use({ challenge: '' }).id }],
  });
});

test('an answer counts once, for its challenge, origin and host, with the user verified', async () => {
  const backend = await openBackend();
  const { passkey } = await withPasskey(backend);
  const refused = { error: 'wrong_credentials' };
  const attempt = (response: ReturnType<typeof passkey.use>) => backend.call('passkey_login', { response });
  const challenge = await loginOf(backend);
  const right = passkey.use({ challenge });
  const attempts = await Promise.allSettled(Array.from({ length: 4 }, () => attempt(right)));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(attempt(right)).rejects.toMatchObject(refused);
  await expect(attempt(passkey.use({ challenge: 'bWFkZS11cA' }))).rejects.toMatchObject(refused);
  for (const wrong of [{ origin: 'https://evil.test' }, { rpId: 'evil.test' }, { isVerified: false }]) {
    const response = passkey.use({ challenge: await loginOf(backend), ...wrong });
    await expect(attempt(response), JSON.stringify(wrong)).rejects.toMatchObject(refused);
  }
  const foreign = softwarePasskey(site).use({ challenge: await loginOf(backend) });
  await expect(attempt(foreign)).rejects.toMatchObject(refused);
  const forged = { ...foreign, id: right.id, rawId: right.rawId };
  await expect(attempt(forged)).rejects.toMatchObject(refused);
});

test('a counter must grow: a copy of the passkey is refused', async () => {
  const backend = await openBackend();
  const { passkey } = await withPasskey(backend);
  const use = async (counter: number) =>
    backend.call('passkey_login', { response: passkey.use({ challenge: await loginOf(backend) }, counter) });
  await use(5);
  await use(6);
  await expect(use(6)).rejects.toMatchObject({ error: 'wrong_credentials' });
  const copies = await Promise.allSettled(Array.from({ length: 4 }, () => use(7)));
  expect(copies.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a challenge belongs to its account and purpose, and ends after ten minutes', async () => {
  const backend = await openBackend();
  const [ada, eve] = [await member(backend), await member(backend)];
  const add = (who: Member, challenge: string) =>
    who.call('my_passkey_add', { name: 'x', response: softwarePasskey(site).make({ challenge }) });
  const refused = { error: 'wrong_credentials' };
  await expect(add(eve, await registrationOf(ada))).rejects.toMatchObject(refused);
  await expect(add(ada, await loginOf(backend))).rejects.toMatchObject(refused);
  const late = await registrationOf(ada);
  const now = new Date(Date.now() + 601_000);
  backend.deps.now = () => now;
  await expect(add(ada, late)).rejects.toMatchObject(refused);
  await sweep(backend.deps);
  expect(await backend.db.selectFrom('passkey_challenge').selectAll().execute()).toEqual([]);
});

test('a passkey is added for its origin and host, with the user verified', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  for (const wrong of [{ origin: 'https://evil.test' }, { rpId: 'evil.test' }, { isVerified: false }]) {
    const response = softwarePasskey(site).make({ challenge: await registrationOf(ada), ...wrong });
    const adding = ada.call('my_passkey_add', { name: 'x', response });
    await expect(adding, JSON.stringify(wrong)).rejects.toMatchObject({ error: 'wrong_credentials' });
  }
});

test('an account has at most 20 passkeys, also of registrations that were begun before', async () => {
  const backend = await openBackend();
  const ada = await member(backend);
  const add = (challenge: string) =>
    ada.call('my_passkey_add', { name: 'x', response: softwarePasskey(site).make({ challenge }) });
  const begun = await Promise.all(Array.from({ length: 22 }, () => registrationOf(ada)));
  const settled = await Promise.allSettled(begun.map(add));
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  const full = { error: 'conflict', message: expect.stringContaining('at most 20') };
  expect(settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toMatchObject([full, full]);
  await expect(registrationOf(ada)).rejects.toMatchObject(full);
});

test('adding and removing need a recent sign-in; only the owner renames and removes', async () => {
  const backend = await openBackend();
  const { ada, passkey, passkey_id } = await withPasskey(backend);
  const eve = await member(backend);
  for (const [call, input] of [
    ['my_passkey_rename', { passkey_id, name: 'x' }],
    ['my_passkey_remove', { passkey_id }],
  ] as const) {
    await expect(eve.call(call, input)).rejects.toMatchObject({ error: 'not_found' });
  }
  await ada.call('my_passkey_rename', { passkey_id, name: 'Old phone' });
  await backend.pool.query(`update access_token set created_at = created_at - interval '11 minutes'`);
  await expect(ada.call('my_passkey_begin', {})).rejects.toMatchObject({ error: 'conflict' });
  await expect(ada.call('my_passkey_remove', { passkey_id })).rejects.toMatchObject({ error: 'conflict' });
  const response = passkey.use({ challenge: await loginOf(backend) });
  const { token } = await backend.call('passkey_login', { response });
  const remove = () => backend.call('my_passkey_remove', { passkey_id }, { token });
  await expect(remove()).rejects.toMatchObject({ message: expect.stringMatching(/^Set a password first/) });
  await backend.pool.query(`update account set password_hash = 'any' where id = $1`, [ada.accountId]);
  await remove();
  const again = passkey.use({ challenge: await loginOf(backend) });
  await expect(backend.call('passkey_login', { response: again })).rejects.toMatchObject({
    error: 'wrong_credentials',
  });
});

test('an unconfirmed address has no passkeys, and a suspended account does not sign in by one', async () => {
  const backend = await openBackend();
  const unconfirmed = await member(backend, { isConfirmed: false });
  await expect(unconfirmed.call('my_passkey_begin', {})).rejects.toMatchObject({ error: 'activation_required' });
  const { ada, passkey } = await withPasskey(backend);
  const suspension = { suspended_at: new Date(), suspended_reason: 'Three uploads were refused.' };
  await backend.db.updateTable('account').set(suspension).where('id', '=', ada.accountId).execute();
  const response = passkey.use({ challenge: await loginOf(backend) });
  await expect(backend.call('passkey_login', { response })).rejects.toMatchObject({
    error: 'suspended',
    message: expect.stringContaining(suspension.suspended_reason),
  });
});
