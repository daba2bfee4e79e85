// As on separate machines.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:net';
import { once } from 'node:events';
import { setInterval } from 'node:timers';

import { expect, onTestFinished, test } from 'vitest';

import { calls } from '#contract';
import { startApiProcess } from '#tests/support/api-server';
import { addFace, detect, waitForSwap } from '#tests/support/journey';
import { emulatedStore, storeEnvironment } from '#tests/support/object-store';
import { portraitBytes } from '#tests/support/portraits';
import { memberAt, signInAtSite } from '#tests/support/site';
import {
  dataDirectoryWithDatabase,
  freePort,
  freshDataDirectory,
  removeDataDirectory,
  startStack,
} from '#tests/support/stack';
import { exampleApi, sessionSecret } from '#tests/support/web-server';

const tus = { 'tus-resumable': '1.0.0' };

test('two API machines and workers share a store, and an API stops within 10 s despite an open request', async () => {
  const dataDirectory = dataDirectoryWithDatabase();
  const stack = await startStack({ dataDirectory, environment: storeEnvironment(await emulatedStore()) });
  onTestFinished(async () => {
    await stack.stop();
    removeDataDirectory(dataDirectory);
  });
  const api = await startApiProcess(stack);
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
  const lists = await fetch(api.url + calls.tool_lists.path, { method: 'POST' });
  expect(await lists.json()).toMatchObject({ code: 200 });

  await swapAtTwoMachines(stack.url, api.url);
  expect(existsSync(join(dataDirectory, 'media', 'materials'))).toBe(false);

  const socket = connect(api.port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(`POST ${calls.email_login.path} HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n`);
  const trickle = setInterval(() => socket.write('x'), 100);
  onTestFinished(() => {
    clearInterval(trickle);
    socket.destroy();
  });
  expect(await api.stop()).toBeLessThan(10_000);
});

/** The upload begins at one machine and ends at the other. */
async function swapAtTwoMachines(siteUrl: string, apiUrl: string): Promise<void> {
  const first = await signInAtSite(siteUrl);
  const second = memberAt(apiUrl, first.token, '');
  const photo = portraitBytes('amara');
  const size = photo.length;
  const { material_id, upload } = await first.call('upload_sign_url', { format: 'jpg', resumable: true, size });
  const at = (base: string, offset: number, body: Uint8Array) => {
    const type = { 'content-type': 'application/offset+octet-stream' };
    const headers = { ...tus, ...type, 'upload-offset': String(offset) };
    return fetch(base + upload.url.slice(upload.url.indexOf('/resumable/')), {
      method: 'PATCH',
      headers,
      body: body as BodyInit,
    });
  };
  await fetch(new URL(upload.url, siteUrl), { method: 'POST', headers: { ...tus, 'upload-length': String(size) } });
  expect((await at(`${siteUrl}/api`, 0, photo.subarray(0, 5_000))).status).toBe(204);
  expect((await at(apiUrl, 5_000, photo.subarray(5_000))).status).toBe(204);
  await detect(second, material_id);
  const { face_id } = await addFace(first, portraitBytes('diego'));
  const { order_id } = await second.call('faceswap_create', {
    ...{ material_id, bind_face: { p1: face_id }, consent: 'true' },
  });
  const { status, order } = await waitForSwap(first, order_id);
  expect(status).toBe('succeeded');
  expect((await second.fetch(new URL(order.result_url!, siteUrl).href)).status).toBe(200);
  const { order: same } = await waitForSwap(second, order_id);
  expect((await fetch(new URL(same.result_url!, apiUrl))).headers.get('content-type')).toBe('image/jpeg');
}

test('the web role runs under remix-serve', async () => {
  const api = await exampleApi();
  onTestFinished(() => api.stop());
  const port = await freePort();
  const dataDirectory = freshDataDirectory();
  const { PATH, HOME } = process.env;
  const settings = { PORT: String(port), API_URL: api.url, SESSION_SECRET: sessionSecret, DATA_DIR: dataDirectory };
  const server = spawn('node_modules/.bin/remix-serve', ['build/server/index.js'], {
    env: { PATH, HOME, NODE_ENV: 'production', LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    server.kill();
    await once(server, 'exit');
    removeDataDirectory(dataDirectory);
  });
  await once(server.stdout, 'data');
  const site = `http://localhost:${port}`;

  for (const [path, words] of [
    ['/', 'Swap a face'],
    ['/pricing', 'credits'],
    ['/login', 'Log in'],
    ['/face-swap-photo', 'Faceswap'],
  ] as const) {
    const page = await fetch(site + path);
    expect(page.status, path).toBe(200);
    expect(await page.text(), path).toContain(words);
  }
  const script = /\/assets\/shell-[\w-]+\.js/.exec(await (await fetch(site)).text())![0];
  expect((await fetch(site + script)).status).toBe(200);
  expect((await fetch(`${site}/no/such/page`)).status).toBe(404);

  const form = new URLSearchParams({ email: 'ada@example.com', password: 'a long enough phrase' });
  const login = await fetch(`${site}/login`, {
    method: 'POST',
    body: form,
    headers: { origin: site },
    redirect: 'manual',
  });
  expect(login.status).toBe(302);
  expect(login.headers.get('set-cookie')).toContain('faceswap_session=');
});
