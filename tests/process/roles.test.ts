// As on separate machines.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { once } from 'node:events';
import { setInterval } from 'node:timers';

import { expect, onTestFinished, test } from 'vitest';

import { calls } from '#contract';
import { startApiProcess } from '#tests/support/api-server';
import { freePort, freshDataDirectory, removeDataDirectory, startStack } from '#tests/support/stack';
import { exampleApi, sessionSecret } from '#tests/support/web-server';

test('the API role serves without workers and stops within 10 s despite an open request', async () => {
  const dataDirectory = freshDataDirectory();
  const stack = await startStack({ dataDirectory });
  onTestFinished(async () => {
    await stack.stop();
    removeDataDirectory(dataDirectory);
  });
  const api = await startApiProcess(stack);
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
  const lists = await fetch(api.url + calls.tool_lists.path, { method: 'POST' });
  expect(await lists.json()).toMatchObject({ code: 200 });

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
