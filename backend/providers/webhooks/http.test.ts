import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { http, passthrough } from 'msw';
import { expect, onTestFinished, test } from 'vitest';
import { network } from '#tests/support/network';
import { bodyOf, listen } from '#tests/support/web-server';
import { httpWebhooks } from './http';

const message = { headers: { 'x-test': '1' }, body: '{"ü":1}' };
const local = httpWebhooks({ allowPrivate: true, timeoutMs: 400 });

async function receiver(...[handler]: Parameters<typeof listen>): Promise<string> {
  const { url, stop } = await listen(handler);
  onTestFinished(stop);
  return url;
}

async function rawReceiver(connected: Parameters<typeof createTcpServer>[1]): Promise<{ url: string; server: Server }> {
  const server = createTcpServer({}, connected!).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

test('posts the exact body without cookies and returns the status and an excerpt', async () => {
  const seen: unknown[] = [];
  const url = await receiver((request, response) => {
    void bodyOf(request).then((body) => {
      seen.push(request.method, request.url, request.headers, body.toString());
      response.setHeader('set-cookie', 'a=b');
      response.end('thank\0 you');
    });
  });
  const reply = await local.send({ url: `${url}/hook?x=1#part`, ...message });
  expect(reply).toEqual({ statusCode: 200, response: 'thank  you', durationMs: expect.any(Number) });
  const [method, path, headers, body] = seen;
  expect([method, path, body]).toEqual(['POST', '/hook?x=1', message.body]);
  expect(headers).toEqual({ host: new URL(url).host, connection: 'close', 'x-test': '1', 'content-length': '8' });
});

test.each([301, 302, 307, 308])('redirect %d is reported, not followed', async (status) => {
  let followed = false;
  const target = await receiver((_request, response) => {
    followed = true;
    response.end();
  });
  const url = await receiver((_request, response) => response.writeHead(status, { location: target }).end());
  expect(await local.send({ url, ...message })).toMatchObject({ statusCode: status });
  expect(followed).toBe(false);
});

test('a timeout is a failure', async () => {
  const url = await receiver(() => {});
  expect(await local.send({ url, ...message })).toMatchObject({ failure: 'No answer within 0.4 seconds.' });
});

test('slow headers are cut off by the timeout', async () => {
  const { url } = await rawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('x-more: 1\r\n'), 20);
    socket.on('error', () => {}).on('close', () => clearInterval(timer));
  });
  expect(await local.send({ url, ...message })).toMatchObject({ failure: 'No answer within 0.4 seconds.' });
});

test('a slow or endless body is not awaited: the status decides', async () => {
  const trickling = await receiver((_request, response) => {
    response.write('slow');
    const timer = setInterval(() => response.write('.'), 100);
    response.on('close', () => clearInterval(timer));
  });
  const slow = await local.send({ url: trickling, ...message });
  expect(slow).toMatchObject({ statusCode: 200, response: expect.stringMatching(/^slow\.*$/) });

  let sent = 0;
  const endless = await receiver((_request, response) => {
    const more = () => {
      do sent += 65_536;
      while (response.write(Buffer.alloc(65_536, 'x')) && !response.destroyed);
    };
    response.on('drain', more);
    more();
  });
  expect(await local.send({ url: endless, ...message })).toMatchObject({ statusCode: 200, response: 'x'.repeat(200) });
  expect(sent).toBeLessThan(16 * 1024 * 1024);
});

test.each([
  ['is not HTTP', 'hello\r\n\r\n', 'The answer was not valid HTTP.'],
  ['has endless headers', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`, 'The answer was not valid HTTP.'],
  ['breaks off', 'HTTP/1.1 20', 'The connection was closed before an answer came.'],
])('an answer that %s is a failure in words', async (_what, answer, failure) => {
  const { url } = await rawReceiver((socket) => socket.on('error', () => {}).end(answer));
  expect(await local.send({ url, ...message })).toMatchObject({ failure });
});

test('an answer that changes the protocol is a failure, after which nothing waits', async () => {
  const { url } = await rawReceiver((socket) => {
    socket.on('error', () => {}).on('data', () => {});
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  expect(await local.send({ url, ...message })).toMatchObject({
    failure: 'The connection was closed before an answer came.',
  });
});

test('a closed port and an untrusted certificate have readable failures', async () => {
  const { url, server } = await rawReceiver((socket) => socket.end('not TLS'));
  const secure = url.replace('http:', 'https:');
  expect(await local.send({ url: secure, ...message })).toMatchObject({
    failure: expect.stringMatching(/^The TLS connection failed/),
  });
  server.close();
  expect(await local.send({ url, ...message })).toMatchObject({ failure: 'The connection was refused.' });
});

test('a shutdown aborts a request without an outcome', async () => {
  const url = await receiver(() => {});
  const stopping = new AbortController();
  const sending = httpWebhooks({ allowPrivate: true }).send({ url, ...message, signal: stopping.signal });
  stopping.abort();
  await expect(sending).rejects.toThrow('abort');
});

const world = httpWebhooks({ timeoutMs: 400 });

test.each([
  'http://example.com/',
  'ftp://example.com/',
  'https://user:secret@example.com/',
  'https://example.com:22/',
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST/',
  'https://intranet/',
  'https://db.internal/',
  'https://printer.local./',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://1２7.0.0.1/',
  'https://127.0.0.1./',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1:8443/',
  'no address',
])('%s is refused before anything is sent', async (url) => {
  const fault = world.urlError(url);
  expect(fault).toMatch(/^[A-Z].*\.$/);
  expect(await world.send({ url, ...message })).toEqual({ failure: fault, durationMs: 0 });
});

test.each(['https://example.com', 'https://example.com:8443/a?b', 'https://8.8.8.8/', 'https://[2606:4700::1]/'])(
  '%s may be used',
  (url) => expect(world.urlError(url)).toBeNull(),
);

test('a name with any private address is refused', async () => {
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::ffff:127.0.0.1'], []]) {
    const sender = httpWebhooks({ resolve: () => Promise.resolve(addresses) });
    expect(await sender.send({ url: 'https://rebound.example.com/', ...message })).toMatchObject({
      failure: 'The host resolves to an address that is not public.',
    });
  }
});

test('the connection uses the checked address despite DNS rebinding', async () => {
  const url = new URL(await receiver((_request, response) => response.end('checked')));
  let queries = 0;
  // 127.0.0.1 acts as public, 127.0.0.2 as private.
  const sender = httpWebhooks({
    allowPrivate: true,
    isAllowed: (address) => address === '127.0.0.1',
    resolve: () => Promise.resolve([queries++ === 0 ? '127.0.0.1' : '127.0.0.2']),
  });
  url.hostname = 'rebound.example.com'; // only the pinned address works
  network.use(http.post(url.href, () => passthrough()));
  expect(await sender.send({ url: url.href, ...message })).toMatchObject({ statusCode: 200, response: 'checked' });
  expect(queries).toBe(1);
});

test('unresponsive name servers do not exceed the timeout', async () => {
  const sender = httpWebhooks({ timeoutMs: 200, resolve: () => new Promise(() => {}) });
  expect(await sender.send({ url: 'https://slow.example.com/', ...message })).toMatchObject({
    failure: 'No answer within 0.2 seconds.',
  });
});
