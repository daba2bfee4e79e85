import { expect, inject, test, vi } from 'vitest';

import { withBrowser } from '#tests/support/browser';
import { serverLog } from '#tests/support/error-lines';
import { patience } from '#tests/support/patience';
import { exchange } from '#tests/support/raw-http';

const { newPage } = withBrowser();
const ask = (path: string, headers: Record<string, string> = {}) => fetch(inject('siteUrl') + path, { headers });

test('a page runs only scripts with this answer’s nonce, and no site may frame it', async () => {
  const [first, second] = await Promise.all([ask('/'), ask('/')]);
  const policyOf = (reply: Response) => reply.headers.get('content-security-policy')!;
  const nonceOf = (reply: Response) => /script-src 'self' 'nonce-([^']+)'/.exec(policyOf(reply))?.[1];
  expect(nonceOf(first)).toBeTruthy();
  expect(nonceOf(first)).not.toBe(nonceOf(second));
  expect(policyOf(first)).toContain("frame-ancestors 'none'");
  const html = await first.text();
  const inline = html.match(/<script(?![^>]*\bsrc=)[^>]*>/g) ?? [];
  expect(inline.length).toBeGreaterThan(0);
  for (const tag of inline) expect(tag).toContain(`nonce="${nonceOf(first)}"`);
});

test('every answer has an id, its referrer is kept to origins, and it says nothing of what runs here', async () => {
  const { headers } = await ask('/');
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('x-powered-by')).toBeNull();
  expect((await ask('/', { 'x-request-id': 'given-from-outside' })).headers.get('x-request-id')).toBe(
    'given-from-outside',
  );
});

test('a failed call has one id, in its header, its body and the log', async () => {
  const answer = await fetch(`${inject('siteUrl')}/api/my/userinfo`, { method: 'POST' });
  const { trace_id } = (await answer.json()) as { trace_id: string };
  expect(trace_id).toBe(answer.headers.get('x-request-id'));
  await vi.waitFor(
    () => expect(serverLog(inject('siteDataDirectory'))).toContain(`"requestId":"${trace_id}"`),
    patience,
  );
});

test('pages and files travel compressed; files with their content in the name are kept for good', async () => {
  for (const path of ['/', '/login']) {
    const page = await ask(path, { 'accept-encoding': 'gzip, deflate, br' });
    expect(page.headers.get('content-encoding'), path).toBe('gzip');
  }
  const page = await ask('/');
  const script = /\/assets\/shell-[\w-]+\.js/.exec(await page.text())![0];
  const asset = await ask(script, { 'accept-encoding': 'br, gzip' });
  expect(asset.headers.get('content-encoding')).toBe('br');
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test('a page is not cached for others, and another site’s form is refused', async () => {
  expect((await ask('/')).headers.get('cache-control')).toBe('private, no-cache');
  for (const path of ['/login', '/logout', '/resources/upload']) {
    const body = new URLSearchParams({ email: 'demo@faceswap.local', password: 'faceswap-demo' });
    const headers = { origin: 'https://evil.example' };
    const reply = await fetch(inject('siteUrl') + path, { method: 'POST', body, headers, redirect: 'manual' });
    expect(reply.status, path).toBeGreaterThanOrEqual(400);
    expect(reply.headers.get('set-cookie'), path).toBeNull();
  }
});

test.each([
  ['a form too large', 'application/x-www-form-urlencoded', `email=${'x'.repeat(300_000)}`, 413],
  ['JSON', 'application/json', '{}', 415],
  ['no form at all', 'text/plain', 'hello', 415],
  ['a form without its boundary', 'multipart/form-data', 'x', 415],
  ['a broken form', 'multipart/form-data; boundary=x', 'nothing of the kind', 400],
])('%s sent to a page is refused as the sender’s fault', async (_what, type, body, status) => {
  const headers = { origin: inject('siteUrl'), 'content-type': type };
  const reply = await fetch(`${inject('siteUrl')}/login`, { method: 'POST', body, headers });
  expect(reply.status).toBe(status);
});

test('a form with files that are too large is refused on its page', async () => {
  const { origin, port } = new URL(inject('siteUrl'));
  const headers = {
    ...{ origin, 'content-type': 'multipart/form-data; boundary=edge' },
    'content-length': `${70 * 2 ** 20}`,
  };
  const { status, text } = await exchange(Number(port), { method: 'POST', path: '/contact', headers, body: '--edge' });
  expect(status).toBe(400);
  expect(text).toContain('<h1 class="t-section" id="write">Write to us</h1>');
  expect(text).toContain('This is too large: at most 50 MB can be sent here at once.');
});

test('a page says which methods it takes', async () => {
  const reply = await fetch(`${inject('siteUrl')}/pricing`, { method: 'DELETE' });
  expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  expect((await fetch(`${inject('siteUrl')}/pricing`, { method: 'OPTIONS' })).status).toBe(204);
});

test('the API answers beside the pages, under its own policy', async () => {
  const reply = await ask('/api/openapi.json');
  expect(reply.status).toBe(200);
  expect(await reply.json()).toHaveProperty('openapi');
});

test('files by which a browser learns of a new build are never kept', async () => {
  for (const path of ['/builds/latest.json', '/service-worker.js'])
    expect((await ask(path)).headers.get('cache-control'), path).toBe('no-cache');
});

test('an answer names its caching once', async () => {
  for (const path of ['/', '/_payload.json', '/robots.txt', '/sitemap.xml', '/favicon.ico'])
    expect((await ask(path)).headers.get('cache-control'), path).not.toMatch(/private.*public|public.*private/);
});

test.each(['/_payload.json', '/pricing/_payload.json', '/signup/_payload.json', '/face-swap/_payload.json'])(
  '%s is the page’s data as JSON',
  async (path) => {
    const reply = await ask(path);
    expect(reply.headers.get('content-type')).toContain('application/json');
    expect(await reply.json()).toHaveProperty('data');
    expect((await ask(`/nowhere${path}`)).status).toBe(404);
  },
);

test.each([
  ['/manifest.webmanifest', 'application/manifest+json'],
  ['/service-worker.js', 'text/javascript'],
  ['/favicon.ico', 'image/x-icon'],
  ['/robots.txt', 'text/plain'],
  ['/sitemap.xml', 'application/xml'],
])('%s is there, as %s', async (path, type) => {
  const reply = await ask(path);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toContain(type);
});

test('the server names its build, and the worker is that build’s', async () => {
  const { id } = (await (await ask('/builds/latest.json')).json()) as { id: string };
  expect(await (await ask(`/builds/meta/${id}.json`)).json()).toMatchObject({ id });
  expect(await (await ask('/service-worker.js')).text()).toContain(`const BUILD = '${id}'`);
  expect(await (await ask('/')).text()).toContain(`manifest-${id}.js`);
});

test('the server says whether it can serve, and how every part is', async () => {
  expect(await (await ask('/healthz')).json()).toEqual({ ok: true });
  const { parts } = (await (await ask('/readyz')).json()) as { parts: Record<string, { ok: boolean }> };
  expect(Object.keys(parts).sort()).toEqual(['database', 'disk', 'storage', 'workers']);
});

test.each([true, false])('an unknown address, with JavaScript: %s', async (javaScriptEnabled) => {
  const page = await newPage({ javaScriptEnabled, expectedFaults: [/status of 404/, /\.js csp$/] });
  const reply = await page.goto('/no/such/page');
  expect(reply?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Oh No... We Lost This Page' }).waitFor();
  await page.getByText('We suggest you go to homepage while we fixing the problem.').waitFor();
  await page.getByText('Page Not Found: /no/such/page').waitFor();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await page.waitForURL('**/index.html');
  await page.getByRole('heading', { name: 'Swap a face' }).waitFor();
});
