import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, register } from 'prom-client';

import { ConfigurationError } from '#backend/config/read';

interface Settings {
  METRICS_PORT?: number | undefined;
  METRICS_TOKEN?: string | undefined;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Without a token to localhost only. `/healthz` answers while the process does. Undefined without a port.
 * @throws ConfigurationError if the port cannot be opened
 */
export async function serveMetrics({ METRICS_PORT, METRICS_TOKEN }: Settings): Promise<Server | undefined> {
  if (METRICS_PORT === undefined) return undefined;
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
  const expected = METRICS_TOKEN ? digest(`Bearer ${METRICS_TOKEN}`) : undefined;
  const server = createServer(async (request, response) => {
    if (request.url === '/healthz') return void response.writeHead(200).end('ok\n');
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    if (expected && !timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    }
    try {
      const text = await register.metrics();
      response.writeHead(200, { 'content-type': register.contentType }).end(text);
    } catch {
      response.writeHead(503).end(); // a collector failed; /readyz shows which part
    }
  });
  server.listen(METRICS_PORT, METRICS_TOKEN ? undefined : '127.0.0.1');
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new ConfigurationError(`METRICS_PORT: the port ${METRICS_PORT} cannot be opened (${code}). Set another one.`);
  });
  server.unref();
  return server;
}
