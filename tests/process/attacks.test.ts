import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeUntilAnswered, sendLarge, statusFrom } from '#tests/support/flood';
import { patience } from '#tests/support/patience';
import { memoryOf, openFilesOf } from '#tests/support/processes';
import { exchange, headOf, openSocket, type RawRequest } from '#tests/support/raw-http';
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
