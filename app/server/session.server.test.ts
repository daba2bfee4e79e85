import '#tests/web/support/environment';

import { expect, test } from 'vitest';

import { keepReturnTo, keepUnpaidSwap, readSession, writeSession } from './session.server';

const pageBy = (protocol: string, cookie = '') => new Request(`${protocol}://faceswap.test/`, { headers: { cookie } });

async function cookieFor(protocol: string, token = 'fs_secret'): Promise<string> {
  const request = pageBy(protocol);
  const session = await readSession(request);
  session.set('token', token);
  return writeSession(session, request);
}

test('no script can read the cookie, no other site can send it along, and https keeps it to https', async () => {
  const secure = await cookieFor('https');
  for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Secure']) expect(secure).toContain(flag);
  expect(await cookieFor('http')).not.toContain('Secure');
});

test('the token comes back with the cookie, and a message once', async () => {
  const session = await readSession(pageBy('https'));
  session.set('token', 'fs_secret');
  session.flash('snackbar', { color: 'success', message: 'Done' });
  const cookie = (await writeSession(session, pageBy('https'))).split(';')[0]!;

  const next = await readSession(pageBy('https', cookie));
  expect(next.get('token')).toBe('fs_secret');
  expect(next.get('snackbar')).toEqual({ color: 'success', message: 'Done' });
  const after = (await writeSession(next, pageBy('https'))).split(';')[0]!;
  expect((await readSession(pageBy('https', after))).data).toEqual({ token: 'fs_secret' });
});

test('a cookie that was tampered with is no session', async () => {
  const [pair] = (await cookieFor('https')).split(';');
  const [name, value] = pair!.split('=') as [string, string];
  const forged = Buffer.from(JSON.stringify({ token: 'somebody else' })).toString('base64');
  const signature = decodeURIComponent(value).slice(decodeURIComponent(value).lastIndexOf('.'));
  const session = await readSession(pageBy('https', `${name}=${encodeURIComponent(forged + signature)}`));
  expect(session.get('token')).toBeUndefined();
});

test('the session fits into a cookie, however long the addresses are that it keeps', async () => {
  const session = await readSession(pageBy('https'));
  session.set('token', 'x'.repeat(46));
  session.set('device', 'x'.repeat(43));
  session.set('challenge', 'x'.repeat(46));
  session.set('address', `${'x'.repeat(242)}@example.com`);
  session.flash('snackbar', { color: 'success', message: `${session.get('address')} is confirmed.` });
  const swap = `/face-swap-photo?photos=${'x'.repeat(1900)}`;
  const page = `/face-swap-photo?photos=${'x'.repeat(900)}`;
  const keepBoth = [() => keepUnpaidSwap(session, `${swap}${swap}`, swap), () => keepReturnTo(session, page)];
  for (const keep of [...keepBoth, ...keepBoth]) {
    keep();
    expect((await writeSession(session, pageBy('https'))).length).toBeLessThanOrEqual(4096);
    expect(session.get('unpaidSwap')).toBe(swap);
  }
  keepUnpaidSwap(session, `${swap}${swap}`);
  keepReturnTo(session, page);
  expect([session.get('unpaidSwap'), session.get('returnTo')]).toEqual([undefined, page]);
});
