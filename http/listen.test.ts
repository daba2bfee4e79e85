import { once } from 'node:events';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';

import { patience } from '#tests/support/patience';

import type { HttpEnv } from './env';
import { listen, portFault, serverLimits, type ServerLimits } from './listen';
import { trustedProxies } from './trusted-proxies';
import { unexpectedError } from './unexpected-error';

async function serve(
  limits: Partial<ServerLimits> = {},
  trusted = 'loopback',
  networkOf = (address: string) => address,
) {
  const app = new Hono<HttpEnv>();
  app.onError(unexpectedError(pino({ level: 'silent' })));
  app.all('/never', () => new Promise<Response>(() => {}));
  app.all('/echo', (context) => new Response(context.req.raw.body));
  app.all('/unread', (context) => context.text('Not for you.', 401));
  app.all('*', async (context) => {
    const body = await context.req.text();
    const { clientAddress: from, network } = context.env;
    return context.json({ url: context.req.url, from, network, bytes: body.length });
  });
  const server = await listen(app, { port: 0, proxies: trustedProxies(trusted), networkOf, limits });
  onTestFinished(() => server.close());
  return server;
}

function open(port: number, localAddress?: string): { socket: Socket; text: () => string; closed: Promise<unknown> } {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).setEncoding('utf8');
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, text: () => text, closed };
}

async function exchange(port: number, request: string): Promise<string> {
  const { socket, text, closed } = open(port);
  socket.write(request);
  await closed;
  return text();
}

test('HTTP/1.0 without a host is answered', async () => {
  const { port } = await serve();
  expect(await exchange(port, 'GET /a HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [^]*"url":"http:\/\/localhost\/a"/);
});

test('a proxy’s TRACE reaches the addresses, which refuse it', async () => {
  const { port } = await serve();
  const headers = 'Host: localhost\r\nX-Forwarded-Proto: https\r\nConnection: close';
  expect(await exchange(port, `TRACE /unread HTTP/1.1\r\n${headers}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 401 /);
});

test.each([
  ['Connection: close', 'HTTP/1.1'],
  ['Connection: keep-alive', 'HTTP/1.1'],
  ['Accept: */*', 'HTTP/1.0'],
])('an answer before the body is read reaches a client that is still sending, %s, %s', async (header, version) => {
  const { port } = await serve();
  const { socket, text, closed } = open(port);
  socket.pause();
  socket.write(`POST /unread ${version}\r\nHost: site\r\n${header}\r\nContent-Length: 400000\r\n\r\n`);
  for (let piece = 0; piece < 4; piece++) {
    await new Promise((resolve) => socket.write('a'.repeat(50_000), resolve));
    await pause(40); // a slow client
  }
  socket.resume();
  await closed;
  expect(text()).toMatch(/^HTTP\/1\.1 401 [^]*Not for you\.$/);
});

test('the connection of a client that asks for its end is closed after the answer', async () => {
  const { port } = await serve();
  const begun = performance.now();
  const request = 'POST / HTTP/1.1\r\nHost: site\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody';
  expect(await exchange(port, request)).toContain('"bytes":4');
  expect(performance.now() - begun).toBeLessThan(5_000); // the server's own limit is 65 s
});

test.each(['a b', 'a/b', '<script>', 'a:b:c'])('a host of %j is a bad request', async (host) => {
  const { port } = await serve();
  expect(await exchange(port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 400/,
  );
});

test('forwarded headers are honoured from trusted proxies only', async () => {
  const headers = 'X-Forwarded-Proto: https\r\nX-Forwarded-Host: site.example\r\nX-Forwarded-For: 203.0.113.9\r\n';
  const request = `GET / HTTP/1.1\r\nHost: inner:3000\r\nConnection: close\r\n${headers}\r\n`;
  const networkOf = (address: string) => address.replace(/\.\d+$/, '');
  const trusting = await exchange((await serve({}, 'loopback', networkOf)).port, request);
  expect(trusting).toContain('{"url":"https://site.example/","from":"203.0.113.9","network":"203.0.113","bytes":0}');
  const wary = await exchange((await serve({}, '', networkOf)).port, request);
  expect(wary).toContain('{"url":"http://inner:3000/","from":"127.0.0.1","network":"127.0.0","bytes":0}');
});

test('answers of pipelined requests end with their connection, and close what they read', async () => {
  const streams = { open: 0, opened: 0 };
  const app = new Hono<HttpEnv>();
  app.get('*', () => {
    streams.open++;
    streams.opened++;
    const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(65_536));
    return new Response(new ReadableStream({ pull, cancel: () => void streams.open-- }));
  });
  const server = await listen(app, { port: 0, proxies: trustedProxies('loopback'), networkOf: (address) => address });
  onTestFinished(() => server.close());
  const { socket, closed } = open(server.port);
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20));
  await expect.poll(() => streams.opened, patience).toBe(20);
  socket.resetAndDestroy();
  await closed;
  await expect.poll(() => streams.open, patience).toBe(0);
});

test('slow requests with progress are served, idle connections closed', async () => {
  const { port } = await serve({ idleMs: 250, headersMs: 60_000 });
  const { socket, text, closed } = open(port);
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\nConnection: close\r\n\r\n');
  const trickle = setInterval(() => socket.write('x'), 100);
  onTestFinished(() => clearInterval(trickle));
  await closed;
  expect(text()).toContain('"bytes":12');

  const idle = open(port);
  idle.socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\nxxx');
  await idle.closed;
  expect(idle.text()).not.toContain('200 OK');
});

test('requests have no total time limit, unlike Node’s default of 5 minutes', async () => {
  const limits: number[] = [];
  const note = (message: unknown) => void limits.push((message as { server: Server }).server.requestTimeout);
  subscribe('http.server.request.start', note);
  onTestFinished(() => void unsubscribe('http.server.request.start', note));
  await exchange((await serve()).port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(limits).toEqual([0]);
});

test('connections are limited per address, except for trusted proxies', async () => {
  const { port } = await serve({ maxConnectionsPerNetwork: 2 }, '');
  const held = [open(port), open(port)];
  await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
  expect(await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toBe('');
  for (const { socket } of held) socket.destroy();

  const proxied = await serve({ maxConnectionsPerNetwork: 1 }, 'loopback');
  const many = [open(proxied.port), open(proxied.port)];
  await Promise.all(many.map(({ socket }) => once(socket, 'connect')));
  const answered = exchange(proxied.port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(await answered).toContain('200 OK');
  for (const { socket } of many) socket.destroy();
});

test('an address may open as many connections as its limit, and a closed one makes room', async () => {
  const { port } = await serve({ maxConnectionsPerNetwork: 1 }, '');
  const visit = () => exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(await visit()).toContain('200 OK');
  await expect.poll(visit, patience).toContain('200 OK');
});

test('headers that trickle in are cut off, other than bodies', async () => {
  const { port } = await serve({ idleMs: 60_000, headersMs: 200 });
  const { socket, text, closed } = open(port);
  socket.write('GET / HTTP/1.1\r\n');
  const trickle = setInterval(() => socket.write('x: y\r\n'), 50);
  onTestFinished(() => clearInterval(trickle));
  await closed;
  expect(text()).toMatch(/^HTTP\/1\.1 408 /);
});

test('the addresses of one network share its limit of connections', async () => {
  const networkOf = (address: string) => address.replace(/\.\d+$/, '');
  const { port } = await serve({ maxConnectionsPerNetwork: 2 }, '', networkOf);
  const held = ['127.0.0.2', '127.0.0.3'].map((address) => open(port, address));
  await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
  const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  expect(await exchange(port, request)).toBe('');
  for (const { socket } of held) socket.destroy();
  await Promise.all(held.map(({ closed }) => closed));
});

/** Resolves when a server of this process has received a request's headers. */
function nextRequest(): Promise<void> {
  return new Promise((resolve) => {
    const note = () => {
      unsubscribe('http.server.request.start', note);
      resolve();
    };
    subscribe('http.server.request.start', note);
  });
}

test.each([
  ['EADDRINUSE', 'Port 80 is taken: set PORT to another one.'],
  ['EACCES', 'Port 80 may be opened by root only: set PORT to one from 1024 on.'],
  ['EIO', undefined],
])('a port that cannot be opened (%s) is explained', (code, sentence) => {
  expect(portFault(Object.assign(new Error(), { code, port: 80 }))).toBe(sentence);
});

test('close waits for a running request, which is answered', async () => {
  const { port, close } = await serve();
  const { socket, text, closed } = open(port);
  const received = nextRequest();
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 12\r\n\r\nxxx');
  await received;
  const before = performance.now();
  const ended = close();
  socket.write('x'.repeat(9));
  await Promise.all([ended, closed]);
  expect(text()).toContain('"bytes":12');
  expect(performance.now() - before).toBeLessThan(serverLimits.closeMs);
});

test('after close, a kept-alive connection ends with the answer and takes no further request', async () => {
  const { port, close } = await serve({ closeMs: 60_000 });
  const { socket, text, closed } = open(port);
  const received = nextRequest();
  socket.write('POST /first HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\nxxx');
  await received;
  const ended = close();
  socket.write(`${'x'.repeat(9)}GET /second HTTP/1.1\r\nHost: a\r\n\r\n`);
  await Promise.all([ended, closed]);
  expect(text()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*"bytes":12/i);
  expect(text()).not.toContain('/second');
});

test('after close, a connection ends with an answer that has begun', async () => {
  const { port, close } = await serve({ closeMs: 60_000 });
  const { socket, text, closed } = open(port);
  socket.write('POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\none');
  await expect.poll(text).toContain('one');
  const ended = close();
  socket.write('x'.repeat(9));
  await Promise.all([ended, closed]);
  expect(text()).toContain('xxx');
});

test('close ends a request that is still running at the limit', async () => {
  const { port, close } = await serve({ closeMs: 300 });
  const hanging = open(port);
  const received = nextRequest();
  hanging.socket.write('GET /never HTTP/1.1\r\nHost: a\r\n\r\n');
  await received;
  const before = performance.now();
  await Promise.all([close(), hanging.closed]);
  const took = performance.now() - before;
  // Timers count from the start of the event loop's turn, a few ms earlier.
  expect(took).toBeGreaterThan(250);
  expect(took).toBeLessThan(5_000);
});
