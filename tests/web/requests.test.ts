import { Hono } from 'hono';
import { expect, test } from 'vitest';

import './support/environment';

import { recordAttribution } from '~/features/attribution/attribution.server';
import { paths } from '~/lib/paths';
import { pageRequests } from '~/server/http/page-requests.server';
import { readFormWithFiles } from '~/server/multipart.server';
import { rejectCrossOrigin } from '~/server/http/same-origin.server';
import { privateByDefault, securityHeaders } from '~/server/http/security-headers.server';

const url = 'http://localhost:3000';

function serve() {
  const app = new Hono();
  app.use(rejectCrossOrigin, recordAttribution);
  app.all('/go', (context) => context.redirect('/elsewhere'));
  app.all('*', (context) => context.text('let in'));
  const ask = async (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    app.request(url + path, { method, headers });
  return { ask };
}

test('a form of another site’s page is refused at every address, whatever way it is sent', async () => {
  const { ask } = serve();
  for (const path of ['/logout', '/resources/upload', '/no/such/page']) {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1', 'not an address']) {
      expect((await ask(path, 'POST', { origin })).status, origin).toBe(403);
    }
    expect((await ask(path, 'DELETE')).status).toBe(403);
    expect((await ask(path, 'POST', { origin: url })).status).toBe(200);
    expect((await ask(path, 'GET', { origin: 'https://evil.example' })).status).toBe(200);
  }
});

test('where a visitor came from is noted with any answer, also one that leads on', async () => {
  const { ask } = serve();
  const cookie = (await ask('/go?utm_source=news&click_id=7')).headers.get('set-cookie')!;
  expect(decodeURIComponent(cookie)).toContain('"utm_source":"news"');
  expect(cookie).toContain('Path=/; SameSite=Lax');
  expect((await ask('/go?page=2')).headers.get('set-cookie')).toBeNull();
});

test.each([paths.faceSwapPhoto(), paths.faceSwapVideo(), paths.myFaces(), paths.contact(), paths.verify()])(
  'the form of %s takes a photo of 3 MB, and no text of that size',
  async (path) => {
    const app = new Hono();
    app.use(pageRequests);
    app.post(path, async (context) => context.text(`${(await context.req.arrayBuffer()).byteLength}`));
    const bytes = 3 * 2 ** 20;
    const form = new FormData();
    form.append('photo', new File([new Uint8Array(bytes)], 'ada.jpg'));
    const sent = await app.request(url + path, { method: 'POST', body: form });
    expect(sent.status).toBe(200);
    expect(Number(await sent.text())).toBeGreaterThan(bytes);
    const text = new URLSearchParams({ text: 'a'.repeat(bytes) });
    expect((await app.request(url + path, { method: 'POST', body: text })).status).toBe(413);
  },
);

test.each([
  [paths.myFaces(), 60],
  [paths.resources.face(), 60],
  [paths.contact(), 50],
  [paths.verify(), 60],
])('the page of %s itself says that at most %s MB can be sent', async (path, most) => {
  const app = new Hono();
  app.use(pageRequests);
  app.post(path, async (context) => {
    const read = readFormWithFiles(context.req.raw, async () => {}, 1);
    return context.text(await read.then(() => 'read', String));
  });
  const form = new Request(url + path, { method: 'POST', body: new FormData() });
  const headers = { 'content-type': form.headers.get('content-type')!, 'content-length': `${70 * 2 ** 20}` };
  const sent = await app.request(url + path, { method: 'POST', body: await form.text(), headers });
  expect(await sent.text()).toBe(`InvalidFileError: This is too large: at most ${most} MB can be sent here at once.`);
});

test.each([
  ['/%', 302, '/%25'],
  ['/my/%E0?page=2', 302, '/my/%25E0'],
  ['/%5cevil.example', 302, '/%255cevil.example'],
  ['/%255cevil.example', 200, null],
  ['//evil.example/%', 404, null],
  [`/${'a/'.repeat(40)}`, 404, null],
  ['/my?_data=root', 400, null],
  ['/__manifest?p=/my&p=/my/faces', 200, null],
  ['/__manifest?p=/my&p=/%25E0', 404, null],
  [`/__manifest?p=/${'a/'.repeat(300)}`, 404, null],
  [`/__manifest?${'p=/a&'.repeat(300)}`, 404, null],
])('the address %s is not given to a page that cannot read it', async (path, status, location) => {
  const app = new Hono();
  app.use(pageRequests);
  app.all('*', (context) => context.text('the page'));
  const reply = await app.request(url + path);
  expect([reply.status, reply.headers.get('location')]).toEqual([status, location]);
  if (status === 302) expect((await app.request(url + path, { method: 'POST' })).status).toBe(404);
});

test('a form may lead to a file of an API or a store that has its own host', async () => {
  const app = new Hono();
  const apiOrigins = ['https://api.faceswap.test', 'https://media.faceswap.test'];
  app.use(securityHeaders({ isDevelopment: false, apiOrigins, pictureOrigins: [], tagOrigins: ['https://tag.test'] }));
  app.all('*', (context) => context.text('the page'));
  const policy = (await app.request(`${url}/my/creations`)).headers.get('content-security-policy');
  expect(policy).toContain(`; form-action 'self' ${apiOrigins.join(' ')};`);
});

test.each([
  ['a page of a visitor with a session', '/my/account', 'locale=en; faceswap_session=abc', 'private, no-store'],
  ['a page of a visitor without one', '/pricing', 'locale=en', 'private, no-cache'],
  ['data, which no history shows', '/my/account.data', 'faceswap_session=abc', 'private, no-cache'],
  ['a page that names its caching', '/own', 'faceswap_session=abc', 'public'],
])('the browser caches only what it may show after the log-out: %s', async (_what, path, cookie, caching) => {
  const app = new Hono();
  app.use(privateByDefault);
  app.get('/own', (context) => context.html('', 200, { 'cache-control': 'public' }));
  app.get('/my/account.data', (context) => context.body('', 200, { 'content-type': 'text/x-script' }));
  app.get('*', (context) => context.html(''));
  expect((await app.request(url + path, { headers: { cookie } })).headers.get('cache-control')).toBe(caching);
});
