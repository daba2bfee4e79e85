import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

interface Reply {
  status?: number;
  body: unknown;
}

export interface Emulator {
  url: string;
  calls: Call[];
  failNext(times: number): void;
}

export async function startEmulator(answer: (call: Call) => Reply): Promise<Emulator> {
  const calls: Call[] = [];
  let failures = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname: path, searchParams: query } = new URL(request.url!, 'http://emulator');
      const body = Buffer.concat(chunks).toString();
      const call = { method: request.method!, path, query, headers: request.headers, body };
      if (path.startsWith('/page/')) {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        response.end(checkoutPage(calls));
        return;
      }
      calls.push(call);
      const reply =
        failures-- > 0 ? { status: 503, body: { error: { type: 'api_error', message: 'away' } } } : answer(call);
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls, failNext: (times) => void (failures = times) };
}

function checkoutPage(calls: readonly Call[]): string {
  const begun = calls.map(({ body }) => decodeURIComponent(body)).findLast((body) => body.includes('/payment-success'));
  const link = (name: string, path: string) => {
    const [url] = new RegExp(`https?://[^"\\\\&]+${path}\\?id=[\\w-]+&type=\\w+`).exec(begun ?? '') ?? [];
    return url ? `<p><a href="${url.replace('&', '&amp;')}">${name}</a></p>` : '';
  };
  const ways = link('Back to the shop', '/payment-success') + link('Cancel', '/payment-failed');
  return `<!doctype html><title>Provider</title><link rel="icon" href="data:,"><h1>The provider’s page</h1>${ways}`;
}

export const no = (status: number): Reply => ({
  status,
  body: { name: 'REFUSED', error: { message: 'no', type: 'invalid_request_error' } },
});
