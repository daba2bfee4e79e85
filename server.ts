import './app/server/http/fail-clearly.server';

import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { constants } from 'node:zlib';

import { getRequestListener } from '@hono/node-server';
import { createRequestHandler } from '@remix-run/express';
import { type AppLoadContext, createRequestHandler as createPageHandler, type ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type Request, type Response } from 'express';
import sirv from 'sirv';

import { environment } from './app/server/environment.server';
import { serveMetrics } from './backend/metrics/serve';
import { countRequests } from './app/server/http/request-metrics.server';
import { tagOrigins } from './app/server/consent.server';
import { noteAttribution } from './app/server/http/attribution.server';
import { requestLog } from './app/server/http/request-log.server';
import { refuseOtherSites } from './app/server/http/same-origin.server';
import { securityHeaders } from './app/server/http/security-headers.server';
import { reportsGoTo } from './app/monitoring/settings';
import { log } from './app/server/log.server';
import { endReports, monitoring } from './app/server/monitoring.server';
import { cachePages } from './app/server/pages/page-cache.server';

import './app/server/load-context';

interface Part {
  ok: boolean;
  detail: string;
}

const { API_URL, API_URL_AI, API_PUBLIC_URL, MEDIA_URL, PUBLIC_URL, PUBLIC_URL_AI } = environment;
const { APP_ENV, GOOGLE_CLIENT_ID, NODE_ENV, PORT } = environment;
const isDevelopment = NODE_ENV === 'development';
const oneYear = 31_536_000;
const oneHour = 3_600;

// The API answers in this process unless it has a place of its own.
const backend = API_URL ? undefined : await import('./backend/main').then(({ startBackend }) => startBackend());

const vite = isDevelopment
  ? await import('vite').then((module) => module.createServer({ server: { middlewareMode: true } }))
  : undefined;
const build = vite
  ? () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>
  : ((await import(pathToFileURL('build/server/index.js').href)) as ServerBuild);

const app = express();
app.disable('x-powered-by');
app.set('trust proxy', ['loopback', 'linklocal', 'uniquelocal']);

// Whether requests can be served, and how every part is: workers may come and go while pages are served.
const reportHealth = () => (backend ? backend.health() : healthOfApi(API_URL!));
app.get('/healthz', async (_request, response) => {
  const { workers: _, ...ours }: Partial<Record<string, Part>> = (await reportHealth()).parts;
  const ok = Object.values(ours).every((part) => part?.ok);
  response.status(ok ? 200 : 503).json({ ok });
});
app.get('/readyz', async (_request, response) => {
  const health = await reportHealth();
  response.status(health.ok ? 200 : 503).json(health);
});

app.use(requestLog, countRequests);
await serveMetrics(environment);
if (backend) {
  const answer = (request: globalThis.Request, { incoming }: object & { incoming?: unknown }) =>
    backend.fetch(request, { clientAddress: (incoming as Request).ip });
  const listener = getRequestListener(answer, { overrideGlobalObjects: false });
  app.use('/api', listener);
  if (APP_ENV === 'local') app.all(['/dev/outbox', '/dev/outbox/:id', '/dev/pay'], listener);
}

if (vite) {
  app.use(vite.middlewares);
} else {
  const compressed = { brotli: true, gzip: true };
  app.use('/assets', sirv('build/client/assets', { ...compressed, immutable: true, maxAge: oneYear }));
  app.use(sirv('build/client', { ...compressed, maxAge: oneHour }));
}

app.use((_request, response, next) => {
  response.locals.cspNonce = randomBytes(16).toString('base64');
  // Pages belong to whoever asked for them, and carry links that expire.
  response.setHeader('cache-control', 'private, no-cache');
  next();
});
app.use(
  securityHeaders({
    isDevelopment,
    pictureOrigins: GOOGLE_CLIENT_ID ? ['https://*.googleusercontent.com'] : [],
    apiOrigins: originsOf(API_URL, API_URL_AI, API_PUBLIC_URL, MEDIA_URL),
    tagOrigins,
    reportOrigin: monitoring && reportsGoTo(monitoring),
  }),
);
// Brotli's lowest quality: the next ones halve the throughput of pages for a few per cent of size.
app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } } }));

app.use(refuseOtherSites, noteAttribution);

if (!vite) {
  app.use(
    cachePages({
      render: createPageHandler(build, NODE_ENV),
      context: () => ({ api: backend?.fetch }),
      origins: originsOf(PUBLIC_URL, PUBLIC_URL_AI),
    }),
  );
}

const getLoadContext = (request: Request, response: Response): AppLoadContext => ({
  cspNonce: response.locals.cspNonce,
  requestId: response.locals.requestId,
  clientAddress: request.ip,
  api: backend?.fetch,
});
app.all('*', createRequestHandler({ build, getLoadContext, mode: NODE_ENV }));

const server = app.listen(PORT, () => {
  const { port } = server.address() as AddressInfo;
  log.info({ port }, `listening on http://localhost:${port}`);
});
server.once('error', (error: NodeJS.ErrnoException) => {
  const taken = error.code === 'EADDRINUSE';
  log.fatal({ err: error }, taken ? `Port ${PORT} is taken: set PORT to another one.` : 'The server could not start.');
  process.exit(1);
});

/** The origins of addresses; paths of our own have none. */
function originsOf(...addresses: (string | undefined)[]): string[] {
  const origins = addresses.flatMap((address) => (address && URL.canParse(address) ? new URL(address).origin : []));
  return [...new Set(origins)];
}

/** The health of an API that runs elsewhere. */
async function healthOfApi(url: string): Promise<{ ok: boolean; parts: { api: Part } }> {
  const reply = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  const detail = reply ? `answers ${reply.status}` : 'does not answer';
  return { ok: reply?.ok ?? false, parts: { api: { ok: reply?.ok ?? false, detail } } };
}

/** Stops taking requests, lets running ones end, then closes what is behind them. */
let isClosing = false;
async function close(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  const ended = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), 5_000).unref();
  await ended;
  await Promise.all([backend?.close(), vite?.close(), endReports()]);
  process.exit(0);
}
// A launcher that died can no longer ask us to stop: its closed channel says the same.
for (const end of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(end, () => void close());
