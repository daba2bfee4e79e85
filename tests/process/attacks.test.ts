import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { errorLines, serverLog } from '#tests/support/error-lines';
import { writeUntilAnswered, sendLarge, statusFrom } from '#tests/support/flood';
import { sessionCookie } from '#tests/support/hostile/members';
import { patience } from '#tests/support/patience';
import { memoryOf, openFilesOf } from '#tests/support/processes';
import { chunkOf, exchange, headOf, openSocket, type RawRequest } from '#tests/support/raw-http';
import { signInAtSite } from '#tests/support/site';
import { dataDirectoryWithDatabase, removeDataDirectory, startStack, type RunningStack } from '#tests/support/stack';

// `npm run drills` measures attacks at full size.

const dataDirectory = dataDirectoryWithDatabase();
let stack: RunningStack;
let form: Record<string, string>;

beforeAll(async () => {
  stack = await startStack({ dataDirectory });
  form = { origin: stack.url, 'content-type': 'application/x-www-form-urlencoded' };
});

afterAll(async () => {
  await stack?.stop();
  removeDataDirectory(dataDirectory);
});

const megabytes = 100;
/** Memory growth, MB. */
const mostGrowth = 150;

const large: [string, () => RawRequest, number[]][] = [
  ['a form', () => ({ path: '/login', headers: form }), [413]],
  ['a call', () => ({ path: '/api/email/login', headers: { 'content-type': 'application/json' } }), [413]],
  ['a webhook of a known provider', () => ({ path: '/api/webhook/sandbox' }), [413]],
  ['a webhook of nobody', () => ({ path: '/api/webhook/nobody' }), [404, 413]],
];

test.each(large)('%s of 100 MB is rejected by its declared length', async (_name, of, due) => {
  const socket = await openSocket(stack.port);
  const status = statusFrom(socket);
  const request = of();
  const headers = { ...request.headers, 'content-length': String(megabytes * 1e6) };
  socket.write(headOf(stack.port, { ...request, method: 'POST', headers }));
  expect(due).toContain(await status);
  socket.destroy();
});

test.each(large)('%s of 100 MB in chunks is rejected without buffering', async (_name, of, due) => {
  const { pid } = stack.process('server');
  const before = memoryOf(pid);
  const request: RawRequest = { ...of(), framing: 'chunked' };
  const answers = await Promise.all([1, 2, 3].map(() => sendLarge(stack.port, request, megabytes)));
  // closed during the upload
  for (const status of answers) expect([...due, 0]).toContain(status);
  expect((memoryOf(pid) - before) / 1e6).toBeLessThan(mostGrowth);
});

const edge = 'edge';
const partOf = (name: string) =>
  `--${edge}\r\ncontent-disposition: form-data; name="photo"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`;

/** The request's lines in the log are written when its handler has ended. */
const givenUp = (path: string) => {
  const lines = serverLog(dataDirectory).split('\n');
  return lines.filter((line) => line.includes(`"path":"${path}"`) && line.includes('"status":499')).length;
};

test.each([
  '/verify',
  '/verify.data',
  '/contact',
  '/face-swap-photo',
  '/my/faces',
  '/api/upload/face',
  '/api/upload/face_photo',
])('clients that leave in the middle of a form to %s end their own requests, and nothing else', async (path) => {
  const { pid } = stack.process('server');
  const before = givenUp(path);
  const { token } = await signInAtSite(stack.url);
  const headers = {
    'content-type': `multipart/form-data; boundary=${edge}`,
    ...(path.startsWith('/api/') ? { authorization: `Bearer ${token}` } : {}),
    ...(path.startsWith('/api/') ? {} : { origin: stack.url, cookie: await sessionCookie(stack.port) }),
  };
  const leave: ((socket: Socket) => void)[] = [
    (socket) => socket.destroy(),
    (socket) => socket.resetAndDestroy(),
    (socket) => socket.end(),
  ];
  const framings: Record<string, string>[] = [{ 'content-length': '5000000' }, { 'transfer-encoding': 'chunked' }];
  for (const framing of framings) {
    const isChunked = 'transfer-encoding' in framing;
    for (const end of leave) {
      const socket = await openSocket(stack.port);
      socket.write(headOf(stack.port, { method: 'POST', path, headers: { ...headers, ...framing } }));
      for (const part of [Buffer.from(partOf('a.jpg')), Buffer.alloc(300_000)])
        socket.write(isChunked ? chunkOf(part) : part);
      await drained(socket);
      end(socket);
    }
  }
  await vi.waitFor(() => expect(givenUp(path) - before).toBe(6), patience);
  expect(stack.process('server').pid).toBe(pid);
  expect(errorLines(serverLog(dataDirectory))).toEqual([]);
});

test('clients that leave while a page is sent leave no error in the log', async () => {
  for (let n = 0; n < 20; n++) {
    const socket = await openSocket(stack.port);
    socket.write(headOf(stack.port, { path: '/no/such/page' }));
    await once(socket, 'data');
    socket.resetAndDestroy();
  }
  expect((await exchange(stack.port, { path: '/verify' })).status).toBe(200);
  expect(errorLines(serverLog(dataDirectory))).toEqual([]);
});

test('a form that ends in the middle of a file that is not wanted is refused', async () => {
  const { pid } = stack.process('server');
  const body = `${partOf('a.jpg')}a\r\n${partOf('b.jpg')}b`;
  const type = { 'content-type': `multipart/form-data; boundary=${edge}` };
  const request = { method: 'POST', path: '/verify', headers: { ...form, ...type }, body };
  expect((await exchange(stack.port, request)).status).toBe(400);
  expect((await exchange(stack.port, { path: '/verify' })).status).toBe(200);
  expect(stack.process('server').pid).toBe(pid);
});

test('unauthorised calls are rejected before the body is read', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=edge', 'transfer-encoding': 'chunked' };
  const socket = await openSocket(stack.port);
  const status = statusFrom(socket);
  socket.write(headOf(stack.port, { method: 'POST', path: '/api/upload/face', headers }));
  await writeUntilAnswered(socket, 100_000, true);
  expect(await status).toBe(401);
  socket.destroy();
});

test('HEAD requests open no file', async () => {
  const member = await signInAtSite(stack.url);
  const url = await vi.waitFor(async () => {
    const { material } = await member.call('faceswap_sample', { sample: 'sofia' });
    expect(material.status).toBe('ready');
    return material.playable_url!;
  }, patience);
  const { pathname, search } = new URL(url, stack.url);
  const { pid } = stack.process('server');
  const before = openFilesOf(pid);
  for (let n = 0; n < 200; n++) {
    const answer = await exchange(stack.port, { method: 'HEAD', path: `${pathname}${search}` });
    expect([answer.status, Number(answer.headers['content-length']) > 0]).toEqual([200, true]);
  }
  await vi.waitFor(() => expect(openFilesOf(pid)).toBeLessThan(before + 50), patience);
});

test('cookie parsing takes linear time', async () => {
  const timeOf = async (cookie: string) => {
    const begun = performance.now();
    for (let n = 0; n < 10; n++) {
      const request = { method: 'POST', path: '/resources/consent', headers: { ...form, cookie }, body: 'choice=no' };
      expect((await exchange(stack.port, request)).status).toBe(302);
    }
    return performance.now() - begun;
  };
  await timeOf('a=b');
  const plain = await timeOf(`a=${'b'.repeat(15_000)}`);
  expect(await timeOf(('_g' + 'a'.repeat(60)).repeat(241))).toBeLessThan(20 * plain);
});

test('stalled connections are closed while others are served', async () => {
  const sockets = await Promise.all(Array.from({ length: 200 }, () => openSocket(stack.port)));
  for (const socket of sockets) socket.write('POST /login HTTP/1.1\r\nhost: localhost\r\n');
  const trickle = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x-more: a\r\n');
  }, 500);
  let open = sockets.length;
  for (const socket of sockets) {
    socket.resume();
    socket.once('close', () => open--);
  }
  while (open > 0) {
    expect((await fetch(`${stack.url}/healthz`)).status).toBe(200);
    await pause(500);
  }
  clearInterval(trickle);
});

async function drained(socket: Socket): Promise<void> {
  while (socket.writableLength > 0) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
}
