import { createSecretKey } from 'node:crypto';
import { exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { connect } from '#backend/db/connect';
import { disconnectGoogle } from '#backend/domain/account/disconnect-google';
import { issueCode } from '#backend/domain/account/mail-codes';
import { hashPassword } from '#backend/domain/account/password';
import { limits } from '#backend/domain/limits';
import { codeOf, fromBase32, stepAt } from '#backend/domain/second-step/totp';
import { openIdProvider } from '#backend/providers/identity/openid';
import { member, openBackend } from '#tests/support/backend';
import { startIdentityProvider } from '#tests/support/identity-provider';
import { addIntegrations, integrationsOf } from '#tests/support/integrations';
import { untilOneWaitsForLock } from '#tests/support/lock-waits';
import { mailsWaitingFor, mailTo } from '#tests/support/mails';

const ada = { email: 'ada@example.com', password: 'a long enough phrase' };
const asAda = { sub: 'google-ada', email: ada.email, name: 'Ada Lovelace' };

// One for all tests: making its key takes longer than most of them.
const provider = await startIdentityProvider();
afterAll(() => provider.stop());

async function withGoogle() {
  const google = openIdProvider(provider);
  const backend = await openBackend({}, { google });
  const signIn = async (claims: Record<string, unknown>, more: object = {}) =>
    backend.call('idtoken_login_google', { idtoken: await provider.idToken(claims), ...more });
  return { backend, signIn };
}

test('a first sign-in creates a confirmed account with name and welcome credits; the next one finds it', async () => {
  const { signIn, backend } = await withGoogle();
  const utm_all = '{"utm_source":"news"}';
  const { user, redirect } = await signIn(asAda, { redirect: '/my', utm_all });
  expect(redirect).toBe('/my');
  expect(user).toMatchObject({
    email: ada.email,
    nickname: 'Ada Lovelace',
    email_verified: true,
    credit_num: 10,
    has_password: false,
    has_google: true,
  });
  const again = await signIn({ ...asAda, email: 'moved@example.com' });
  expect(again.user).toEqual({ ...user, google_email: 'moved@example.com' });
  const accounts = await backend.db.selectFrom('account').select('utm_all').execute();
  expect(accounts).toEqual([{ utm_all }]);
});

test('a name that cannot be stored is left out, a long one is cut between characters, and such a user id is refused', async () => {
  const { signIn } = await withGoogle();
  const unstorable = await signIn({ ...asAda, name: 'Ada\0' });
  expect(unstorable.user).toMatchObject({ nickname: 'ada' });
  const long = { sub: 'google-bo', email: 'bo@example.com', name: `${'B'.repeat(59)}😀😀` };
  expect((await signIn(long)).user.nickname).toBe(`${'B'.repeat(59)}😀`);
  await expect(signIn({ ...asAda, sub: 'google-\0' })).rejects.toMatchObject({ error: 'wrong_credentials' });
});

test('twenty concurrent first sign-ins create one account', async () => {
  const { signIn, backend } = await withGoogle();
  const sessions = await Promise.all(Array.from({ length: 20 }, () => signIn(asAda)));
  expect(new Set(sessions.map(({ user }) => user.uid)).size).toBe(1);
  expect(await backend.db.selectFrom('credit_entry').selectAll().execute()).toHaveLength(1);
});

test('sign-ins that succeed leave the limit of their network to those that fail', async () => {
  const { backend } = await withGoogle();
  const from = '203.0.113.7';
  const { points, ...window } = limits.signInFromAddress;
  for (let used = 1; used < points; used++) await backend.deps.limits.consume({ points, ...window }, from);
  for (const _ of [1, 2, 3]) {
    const idtoken = await provider.idToken(asAda);
    expect((await backend.call('idtoken_login_google', { idtoken }, { from })).user.email).toBe(ada.email);
  }
});

test('an account with the same confirmed address is connected, keeps its password, and its owner is mailed', async () => {
  const { signIn, backend } = await withGoogle();
  await backend.startWorker();
  await backend.call('email_register', ada);
  await backend.db.updateTable('account').set({ email_verified_at: new Date() }).execute();
  const { token, user } = await backend.call('email_login', ada);
  expect((await signIn(asAda)).user).toMatchObject({ uid: user.uid, has_password: true, has_google: true });
  expect((await backend.call('my_userinfo', {}, { token })).uid).toBe(user.uid);
  await mailTo(backend, ada.email, 'Google sign-in was added to your account');
});

test('an account registered with another person’s address goes to the owner of the address', async () => {
  const { signIn, backend } = await withGoogle();
  await backend.call('email_register', ada);
  const { token, user: stranger } = await backend.call('email_login', ada);
  await issueCode(backend.deps, stranger.uid, 'change', 'stranger@example.org');
  const { user } = await signIn(asAda);
  expect(await backend.db.selectFrom('mail_code').selectAll().execute()).toEqual([]);
  expect(user).toMatchObject({ email_verified: true, has_password: false });
  await expect(backend.call('my_userinfo', {}, { token })).rejects.toMatchObject({ status: 401 });
  await expect(backend.call('email_login', ada)).rejects.toMatchObject({ error: 'wrong_credentials' });
});

test('API keys and webhooks of an account whose address was never confirmed end when its owner signs in', async () => {
  const { signIn, backend } = await withGoogle();
  await backend.call('email_register', ada);
  await addIntegrations(backend, await backend.call('email_login', ada));
  await signIn(asAda);
  expect(await integrationsOf(backend)).toEqual([]);
});

test('an address that Google has not verified cannot sign in', async () => {
  const { signIn, backend } = await withGoogle();
  await backend.call('email_register', ada);
  for (const email_verified of [false, undefined, 'false']) {
    const attempt = signIn({ ...asAda, email_verified });
    await expect(attempt).rejects.toMatchObject({
      error: 'wrong_credentials',
      message: expect.stringContaining('Google'),
    });
  }
  await expect(signIn({ ...asAda, email: 'new@example.com', email_verified: false })).rejects.toThrow();
  expect(await backend.db.selectFrom('account').selectAll().execute()).toHaveLength(1);
});

test('re-authentication must use the same Google account', async () => {
  const { signIn, backend } = await withGoogle();
  const { user } = await signIn(asAda);
  expect((await signIn(asAda, { uid: user.uid })).user.uid).toBe(user.uid);
  await expect(signIn({ sub: 'google-bo', email: 'bo@example.com' }, { uid: user.uid })).rejects.toMatchObject({
    message: expect.stringContaining('different Google account'),
  });
  expect(await backend.db.selectFrom('account').selectAll().execute()).toHaveLength(1);
});

test('a suspended account cannot sign in', async () => {
  const { signIn, backend } = await withGoogle();
  await signIn(asAda);
  await backend.db.updateTable('account').set({ suspended_at: new Date() }).execute();
  await expect(signIn(asAda)).rejects.toMatchObject({ status: 403, error: 'suspended' });
});

const seconds = () => Math.floor(Date.now() / 1000);

test.each<[string, Record<string, unknown>]>([
  ['another audience', { aud: 'somebody-else' }],
  ['several audiences, made for another', { aud: ['faceswap-tests', 'other'], azp: 'other' }],
  ['another issuer', { iss: 'https://evil.example' }],
  ['an issuer that only begins like it', { iss: 'http://127.0.0.1' }],
  ['an end that is past', { iat: seconds() - 500, exp: seconds() - 60 }],
  ['no end', { exp: undefined }],
  ['a beginning long ago', { iat: seconds() - 3600 }],
  ['a beginning to come', { iat: seconds() + 3600, nbf: seconds() + 3600 }],
  ['nobody in it', { sub: undefined }],
  ['no address', { email: undefined }],
  ['another nonce', { nonce: 'another' }],
  ['no nonce', {}],
])('a token with %s is refused', async (_what, claims) => {
  const { signIn, backend } = await withGoogle();
  const attempt = signIn({ ...asAda, ...claims }, { nonce: 'the nonce of this sign-in' });
  await expect(attempt).rejects.toMatchObject({ status: 422, error: 'wrong_credentials' });
  expect(await backend.db.selectFrom('account').selectAll().execute()).toEqual([]);
  const [event] = await backend.db.selectFrom('audit_event').selectAll().execute();
  expect(event).toMatchObject({ event: 'sign_in_failed', detail: 'google' });
});

test('a token not signed by the provider is refused', async () => {
  const { backend } = await withGoogle();
  const payload = { ...asAda, iss: provider.issuer, aud: provider.clientId, email_verified: true };
  const [jwk] = provider.server.issuer.keys.toJSON() as JWK[];
  const made = (token: SignJWT | UnsecuredJWT) => token.setIssuedAt().setExpirationTime('5m');
  const header = { alg: 'RS256', kid: jwk!.kid! };
  const { privateKey: stranger } = await generateKeyPair('RS256');
  const published = await exportSPKI((await importJWK(jwk!, 'RS256', { extractable: true })) as CryptoKey);
  const good = await provider.idToken(asAda);
  const [head, , signature] = good.split('.');
  const forged = {
    'another key': await (made(new SignJWT(payload)) as SignJWT).setProtectedHeader(header).sign(stranger),
    'another key of an unknown name': await (made(new SignJWT(payload)) as SignJWT)
      .setProtectedHeader({ alg: 'RS256', kid: 'unknown' })
      .sign(stranger),
    'alg none': (made(new UnsecuredJWT(payload)) as UnsecuredJWT).encode(),
    'HS256 with the public key for a secret': await (made(new SignJWT(payload)) as SignJWT)
      .setProtectedHeader({ alg: 'HS256', kid: jwk!.kid! })
      .sign(createSecretKey(Buffer.from(published))),
    'its body exchanged': [head, Buffer.from(JSON.stringify(payload)).toString('base64url'), signature].join('.'),
    'its signature cut off': good.slice(0, good.lastIndexOf('.') + 1),
    'nothing of a token': 'not.a.token',
  };
  for (const [what, idtoken] of Object.entries(forged)) {
    const attempt = backend.call('idtoken_login_google', { idtoken });
    await expect(attempt, what).rejects.toMatchObject({ status: 422, error: 'wrong_credentials' });
  }
  expect((await backend.call('idtoken_login_google', { idtoken: good })).user.email).toBe(ada.email);
});

test('an unreachable provider is reported, and retried', async () => {
  const { backend } = await withGoogle();
  const idtoken = await provider.idToken(asAda);
  await provider.stop();
  const attempt = () => backend.call('idtoken_login_google', { idtoken });
  await expect(attempt()).rejects.toMatchObject({ status: 503, message: expect.stringContaining('cannot be reached') });
  await provider.server.start(Number(new URL(provider.issuer).port), '127.0.0.1');
  provider.server.issuer.url = provider.issuer;
  expect((await attempt()).user.email).toBe(ada.email);
});

test('without a Google configuration, sign-in is not offered and not retried', async () => {
  const backend = await openBackend();
  await expect(backend.call('idtoken_login_google', { idtoken: 'any' })).rejects.toMatchObject({
    status: 409,
    error: 'not_offered',
    message: expect.stringContaining('not available'),
  });
});

test('an account with one-time codes needs one after Google, too, and is connected before it', async () => {
  const { signIn, backend } = await withGoogle();
  const { user, token } = await signIn(asAda);
  const { secret } = await backend.call('my_codes_begin', {}, { token });
  const codeNow = () => codeOf(fromBase32(secret), stepAt(backend.deps.now()));
  await backend.call('my_codes_confirm', { code: codeNow() }, { token });
  const later = new Date(Date.now() + 30_000);
  backend.deps.now = () => later;
  await backend.db.deleteFrom('identity').execute();
  const idtoken = await provider.idToken(asAda);
  const response = await backend.fetch('/idtoken_login/google', { method: 'POST', body: JSON.stringify({ idtoken }) });
  const { error, challenge } = await response.json();
  expect(error).toBe('code_required');
  expect(await backend.db.selectFrom('identity').select('account_id').execute()).toEqual([{ account_id: user.uid }]);

  await backend.db.updateTable('account').set({ password_hash: 'any' }).execute();
  await backend.call('my_google_disconnect', {}, { token });
  await expect(backend.call('login_code', { challenge, code: codeNow() })).rejects.toMatchObject({ error: 'expired' });
});

/** Made by Google, then given a password. */
async function withPassword({ backend, signIn }: Awaited<ReturnType<typeof withGoogle>>) {
  const session = await signIn(asAda);
  const password_hash = await hashPassword(ada.password);
  await backend.db.updateTable('account').set({ password_hash }).execute();
  return session;
}

test('a disconnected Google account no longer signs in, its address notwithstanding, until the owner allows it', async () => {
  const google = await withGoogle();
  const { backend, signIn } = google;
  const { token, user } = await withPassword(google);
  const elsewhere = await signIn(asAda);

  const disconnect = (password: string) => backend.call('my_google_disconnect', { password }, { token });
  await expect(disconnect('not the password')).rejects.toMatchObject({
    fields: { password: expect.stringMatching(/not your password/) },
  });
  await disconnect(ada.password);
  await disconnect(ada.password);
  expect(await backend.call('my_userinfo', {}, { token })).toMatchObject({
    has_google: false,
    google_since: null,
    google_refused_at: expect.any(String),
  });
  await expect(backend.call('my_userinfo', {}, elsewhere)).rejects.toMatchObject({ error: 'unauthenticated' });
  expect(await mailsWaitingFor(backend, user)).toEqual(['google_disconnected']);
  await expect(signIn(asAda)).rejects.toMatchObject({ message: expect.stringMatching(/was disconnected/) });

  await backend.db.updateTable('account').set({ email: 'ada@example.org' }).execute();
  expect((await signIn(asAda)).user.uid).not.toBe(user.uid);
  await backend.db.deleteFrom('account').where('id', '!=', user.uid).execute();
  await backend.db.updateTable('account').set({ email: ada.email }).execute();
  await expect(backend.call('my_google_allow', { password: 'wrong' }, { token })).rejects.toThrow(/not your password/);
  await backend.call('my_google_allow', { password: ada.password }, { token });
  expect((await signIn(asAda)).user).toMatchObject({ uid: user.uid, has_google: true, google_email: ada.email });
  const events = await backend.db.selectFrom('audit_event').select('event').where('event', 'like', 'google%').execute();
  expect(events.map(({ event }) => event)).toEqual(['google_disconnected', 'google_allowed', 'google_connected']);
});

test('the last way to log in cannot be removed: a password or a passkey must be left', async () => {
  const { backend, signIn } = await withGoogle();
  const { token } = await signIn(asAda);
  const disconnect = () => backend.call('my_google_disconnect', {}, { token });
  await expect(disconnect()).rejects.toMatchObject({
    error: 'conflict',
    message: expect.stringMatching(/^Set a pass/),
  });
  expect((await signIn(asAda)).user.has_google).toBe(true);
  await backend.pool.query(`update access_token set created_at = created_at - interval '11 minutes'`);
  await expect(disconnect()).rejects.toMatchObject({ message: expect.stringContaining('recent login') });
});

test('Google that is disconnected during a sign-in starts no session', async () => {
  const google = await withGoogle();
  const { backend, signIn } = google;
  const { token, user } = await withPassword(google);
  const other = connect(backend.url, { max: 1 });
  onTestFinished(other.close);
  const { signingIn } = await other.db.transaction().execute(async (trx) => {
    const deps = { ...backend.deps, db: trx, accountId: user.uid, token };
    await disconnectGoogle(deps, { password: ada.password });
    const attempt = signIn(asAda).catch((error: unknown) => error);
    await untilOneWaitsForLock(backend);
    return { signingIn: attempt };
  });
  expect(await signingIn).toMatchObject({ message: expect.stringMatching(/was disconnected/) });
  expect(await backend.db.selectFrom('access_token').selectAll().execute()).toHaveLength(1);
});

test('a logged-in user connects the Google account of their address, and no other', async () => {
  const { backend, signIn } = await withGoogle();
  const { accountId: uid, email } = await member(backend);
  await expect(signIn(asAda, { uid })).rejects.toMatchObject({ message: expect.stringContaining('different Google') });
  expect(await backend.db.selectFrom('account').select('id').execute()).toEqual([{ id: uid }]);
  expect((await signIn({ ...asAda, email }, { uid })).user).toMatchObject({ uid, has_google: true });
});

test('the owner of an account connects a Google account of another address once they have confirmed who they are', async () => {
  const { backend, signIn } = await withGoogle();
  const bo = await member(backend);
  const connectIt = async (claims: object, more: object = {}) =>
    bo.call('my_google_connect', { uid: bo.accountId, idtoken: await provider.idToken({ ...claims }), ...more });
  const confirmedAt = (email_verified_at: Date | null) =>
    backend.db.updateTable('account').set({ email_verified_at }).where('id', '=', bo.accountId).execute();
  await signIn(asAda);
  const other = { sub: 'google-bo', email: 'bo@elsewhere.example', email_verified: false };

  await expect(connectIt(asAda)).rejects.toThrow(/logs in to another account/);
  await expect(connectIt(other, { uid: 'another' })).rejects.toMatchObject({ error: 'not_found' });
  await expect(connectIt({ ...other, aud: 'another' })).rejects.toMatchObject({ error: 'wrong_credentials' });
  await confirmedAt(null);
  await expect(connectIt(other)).rejects.toMatchObject({ error: 'activation_required' });
  await confirmedAt(new Date());
  await backend.pool.query(`update access_token set created_at = created_at - interval '11 minutes'`);
  for (const claims of [other, { ...other, email: bo.email }])
    await expect(connectIt(claims)).rejects.toThrow(/recent login/);
  await backend.db.updateTable('account').set({ google_refused_at: new Date() }).execute();
  await expect(connectIt({ ...other, email: bo.email, email_verified: true })).rejects.toThrow(/recent login/);
  await backend.pool.query(`update access_token set created_at = now()`);
  await connectIt(other);
  await connectIt(other);

  expect(await mailsWaitingFor(backend, bo)).toEqual(['google_added']);
  expect((await signIn(other)).user).toMatchObject({ uid: bo.accountId, google_email: other.email });
  await expect(connectIt({ sub: 'a third', email: bo.email })).rejects.toThrow(/Another Google account is connected/);
});

test('a Google account of the confirmed address connects without another confirmation', async () => {
  const { backend } = await withGoogle();
  const { call, accountId: uid, email } = await member(backend);
  await backend.pool.query(`update access_token set created_at = created_at - interval '11 minutes'`);
  await call('my_google_connect', { uid, idtoken: await provider.idToken({ ...asAda, email: email.toUpperCase() }) });
  expect(await call('my_userinfo', {})).toMatchObject({ has_google: true });
});
