import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';

import './support/environment';

import { noteAttribution } from '~/server/http/attribution.server';
import { refuseOtherSites } from '~/server/http/same-origin.server';

/** A real server that answers everything it lets in. */
async function serve() {
  const app = express();
  app.use(refuseOtherSites, noteAttribution);
  app.all('/go', (_request, response) => response.redirect('/elsewhere'));
  app.use((_request, response) => response.send('let in'));
  const server = app.listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    fetch(url + path, { method, headers, redirect: 'manual' });
  return { url, ask };
}

test('what another site’s page sends is refused at every address, whatever way it is sent', async () => {
  const { url, ask } = await serve();
  for (const path of ['/logout', '/resources/upload', '/no/such/page']) {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1', 'not an address']) {
      expect((await ask(path, 'POST', { origin })).status, origin).toBe(403);
    }
    expect((await ask(path, 'DELETE')).status).toBe(403);
    expect((await ask(path, 'POST', { origin: url })).status).toBe(200);
    expect((await ask(path, 'GET', { origin: 'https://evil.example' })).status).toBe(200);
  }
});

test('behind a proxy the site is what the proxy was asked for', async () => {
  const { ask } = await serve();
  const origin = 'https://faceswap.example';
  expect((await ask('/', 'POST', { origin, 'x-forwarded-host': 'faceswap.example' })).status).toBe(200);
});

test('where a visitor came from is noted with any answer, also one that leads on', async () => {
  const { ask } = await serve();
  const cookie = (await ask('/go?utm_source=news&click_id=7')).headers.get('set-cookie')!;
  expect(decodeURIComponent(cookie)).toContain('"utm_source":"news"');
  expect(cookie).toContain('Path=/; SameSite=Lax');
  expect((await ask('/go?page=2')).headers.get('set-cookie')).toBeNull();
});
