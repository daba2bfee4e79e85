import { afterAll, expect, test } from 'vitest';

import { personCookie, startIdentityProvider, type ProviderPerson } from '#tests/support/identity-provider';

// Before app/ reads the provider's URL on import.
const provider = await startIdentityProvider();
const settings = {
  GOOGLE_ISSUER: provider.issuer,
  GOOGLE_CLIENT_ID: provider.clientId,
  GOOGLE_CLIENT_SECRET: 'a secret of the tests',
};
Object.assign(process.env, settings);
const { answer, exampleOf, answerError } = await import('./support/fake-api');
const { get, run, readRedirect } = await import('./support/visit');
const login = await import('~/routes/login');

afterAll(() => {
  for (const name of Object.keys(settings)) delete process.env[name]; // other files share the process
  return provider.stop();
});

const token = 'fs_before';
const ada: ProviderPerson = { sub: '1', email: 'ada@example.com', email_verified: true };

interface Visit {
  path: string;
  token?: string;
  cookie?: string;
}

async function visit({ path, token, cookie }: Visit): Promise<Response> {
  const args = await get(path, { token });
  const cookies = [args.request.headers.get('cookie'), cookie].filter(Boolean).join('; ');
  if (cookies) args.request.headers.set('cookie', cookies);
  return (await run<unknown>(() => login.loader(args))) as Response;
}

async function throughGoogle(start: string, options: { token?: string } = {}) {
  const leaving = await visit({ path: start, ...options });
  const asked = new URL(leaving.headers.get('location')!);
  const headers = { cookie: `${personCookie}=${encodeURIComponent(JSON.stringify(ada))}` };
  const sent = await fetch(asked, { redirect: 'manual', headers });
  const back = new URL(sent.headers.get('location')!);
  return { asked, back, path: back.pathname + back.search, cookie: leaving.headers.get('set-cookie')!.split(';')[0]! };
}

test('goes to Google with code, PKCE, state and nonce, which never repeat', async () => {
  const { asked, back } = await throughGoogle('/login/google?start=1&redirect=%2Fmy');
  const parameters = Object.fromEntries(asked.searchParams);
  expect(asked.origin).toBe(provider.issuer);
  expect(parameters).toMatchObject({
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: 'https://faceswap.test/login/google',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) expect(parameters[name]!.length).toBeGreaterThanOrEqual(43);
  expect(back.pathname).toBe('/login/google');
  const again = await throughGoogle('/login/google?start=1');
  expect(again.asked.searchParams.get('state')).not.toBe(parameters.state);
});

test('the state for the way back is kept from scripts and from other sites', async () => {
  const leaving = await visit({ path: '/login/google?start=1' });
  const cookie = leaving.headers.get('set-cookie')!;
  expect(cookie).toMatch(/^faceswap_google=.*Max-Age=600.*Path=\/login\/google.*HttpOnly.*Secure.*SameSite=Lax/);
});

test('comes back signed in, on the page that was asked for, with where the visitor came from', async () => {
  const sent = answer('idtoken_login_google');
  const { path, cookie } = await throughGoogle('/login/google?start=1&redirect=%2Fmy%2Ffaces%3Fpage%3D2');
  const attribution = `attribution=${encodeURIComponent('{"utm_source":"news"}')}`;
  const outcome = await visit({ path, cookie: `${cookie}; ${attribution}` });
  const { token } = exampleOf('idtoken_login_google');
  expect(await readRedirect(outcome)).toMatchObject({ location: '/my/faces?page=2', token });
  expect(outcome.headers.getSetCookie()[1]).toMatch(/^faceswap_google=.*Max-Age=0/);
  const { idtoken, nonce, utm_all, redirect } = sent[0]!.input;
  const claims = JSON.parse(Buffer.from(idtoken.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
  expect(claims).toMatchObject({ ...ada, aud: provider.clientId, nonce });
  expect(JSON.parse(utm_all!)).toMatchObject({ utm_source: 'news', click_id: '' });
  expect(redirect).toBe('/my/faces?page=2');
});

test('a page of another site is never led to', async () => {
  answer('idtoken_login_google');
  const { path, cookie } = await throughGoogle('/login/google?start=1&redirect=%2F%2Fevil.example');
  expect((await readRedirect(await visit({ path, cookie }))).location).toBe('/my');
});

test('a page with an address that is too long to keep is forgotten, and the sign-in works', async () => {
  const sent = answer('idtoken_login_google');
  const visitFrom = async (page: string) => {
    const { path, cookie } = await throughGoogle(`/login/google?start=1&redirect=${page}`);
    const { location } = await readRedirect(await visit({ path, cookie }));
    return [location, sent.at(-1)!.input.redirect];
  };
  const longest = `/${'a'.repeat(1_999)}`;
  expect(await visitFrom(longest)).toEqual([longest, longest]);
  expect(await visitFrom(`${longest}a`)).toEqual(['/my', undefined]);
});

test.each([
  ['a state of another sign-in', (path: string) => path.replace(/state=[^&]+/, 'state=another')],
  ['a code that Google does not know', (path: string) => path.replace(/code=[^&]+/, 'code=another')],
])('%s does not sign in', async (_what, change) => {
  const sent = answer('idtoken_login_google');
  const { path, cookie } = await throughGoogle('/login/google?start=1&redirect=%2Fmy');
  const { location, token, snackbar } = await readRedirect(await visit({ path: change(path), cookie }));
  expect(location).toMatch(/^\/login\/google/);
  expect(token).toBeUndefined();
  expect(snackbar?.color).toBe('error');
  expect(sent).toEqual([]);
});

test('an answer of Google’s is worth nothing in another browser', async () => {
  const { path } = await throughGoogle('/login/google?start=1&redirect=%2Fmy');
  const { location, snackbar } = await readRedirect(await visit({ path }));
  expect(location).toBe('/login/google');
  expect(snackbar?.message).toContain('begin it again');
});

test('a user who cancels at Google returns to the login page', async () => {
  const { path, cookie } = await throughGoogle('/login/google?start=1&redirect=%2Fmy');
  const state = new URLSearchParams(path.split('?')[1]).get('state')!;
  const denied = `/login/google?error=access_denied&state=${state}`;
  const { location, snackbar } = await readRedirect(await visit({ path: denied, cookie }));
  expect(location).toBe('/login/google?redirect=%2Fmy');
  expect(snackbar?.message).toContain('without signing in');
});

test('the login page shows why the API refuses', async () => {
  answerError('idtoken_login_google', 'wrong_credentials', {
    message: 'Google does not know that this address is yours.',
  });
  const { path, cookie } = await throughGoogle('/login/google?start=1&redirect=%2Fmy');
  const { location, snackbar, token } = await readRedirect(await visit({ path, cookie }));
  expect(location).toBe('/login/google?redirect=%2Fmy');
  expect(snackbar).toEqual({ color: 'error', message: 'Google does not know that this address is yours.' });
  expect(token).toBeUndefined();
});

test('a logged-in user can confirm the same account again, and no other one', async () => {
  const known = { ...exampleOf('my_userinfo'), has_google: true, google_email: 'ada@gmail.com' };
  answer('my_userinfo', known);
  const ended = answer('logout');
  const sent = answer('idtoken_login_google');
  const start = '/login/google?start=1&again=1&redirect=%2Fmy%2Faccount%3Fstep%3Ddelete';
  const { asked, path, cookie } = await throughGoogle(start, { token });
  expect(asked.searchParams.get('login_hint')).toBe(known.google_email);
  const { location, snackbar } = await readRedirect(await visit({ path, cookie, token }));
  expect(location).toBe('/my/account?step=delete');
  expect(snackbar?.message).toContain('Go on within 10 minutes');
  expect(sent[0]!.input.uid).toBe(exampleOf('my_userinfo').uid);
  expect(ended[0]!.headers.get('authorization')).toBe('Bearer fs_before');
});

test('the session of a logged-in user connects Google, and goes on', async () => {
  answer('my_userinfo');
  const sent = answer('my_google_connect');
  const { path, cookie } = await throughGoogle('/login/google?start=1&again=1&redirect=%2Fmy%2Faccount', { token });
  const { location, snackbar, ...kept } = await readRedirect(await visit({ path, cookie, token }));
  expect([location, snackbar?.message]).toEqual(['/my/account', expect.stringMatching(/^Google is connected/)]);
  expect([kept.token, sent[0]!.input.uid]).toEqual([token, exampleOf('my_userinfo').uid]);
});

test('Google confirms the address of a logged-in user by another sign-in', async () => {
  answer('my_userinfo', { ...exampleOf('my_userinfo'), email_verified: false });
  for (const name of ['logout', 'idtoken_login_google'] as const) answer(name);
  const { path, cookie } = await throughGoogle('/login/google?start=1&again=1&redirect=%2Fmy%2Faccount', { token });
  const { location, snackbar } = await readRedirect(await visit({ path, cookie, token }));
  expect([location, snackbar?.message]).toEqual(['/my/account', expect.stringMatching(/^Google is connected/)]);
});

test('the login page offers it', async () => {
  const data = (await login.loader(await get('/login/google'))) as { isGoogleSetUp: boolean };
  expect(data.isGoogleSetUp).toBe(true);
});
