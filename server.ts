import './app/server/http/uncaught-exception.server';

import { pathToFileURL } from 'node:url';

import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { requestId } from 'hono/request-id';

import { reportOrigin } from './app/features/monitoring/settings';
import { tagOrigins } from './app/features/consent/consent.server';
import { environment } from './app/server/environment.server';
import { recordAttribution } from './app/features/attribution/attribution.server';
import { pageRequests } from './app/server/http/page-requests.server';
import { rejectCrossOrigin } from './app/server/http/same-origin.server';
import { nonceOf, privateByDefault, securityHeaders } from './app/server/http/security-headers.server';
import { sharedPageHeaders } from './app/server/http/shared-page-headers.server';
import { staticFiles } from './app/server/http/static-files.server';
import { log } from './app/server/log.server';
import { flushReports, monitoring } from './app/features/monitoring/monitoring.server';
import { cachePages } from './app/server/pages/page-cache.server';
import { networkOf } from './backend/domain/client-network';
import { serveMetrics } from './backend/metrics/serve';
import type { HttpEnv } from './http/env';
import { type Health, mountHealth } from './http/health';
import { logLibraryOutput } from './http/library-output';
import { listen, portFault } from './http/listen';
import { requestLog } from './http/request-log';
import { trustedProxies } from './http/trusted-proxies';
import { unexpectedError } from './http/unexpected-error';
import { logUnhandledRejections } from './http/unhandled-rejections';

import './app/server/load-context';

const { API_URL, API_URL_AI, API_PUBLIC_URL, MEDIA_URL, S3_PUBLIC_URL, PUBLIC_URL, PUBLIC_URL_AI } = environment;
const { GOOGLE_CLIENT_ID, NODE_ENV, PORT, TRUSTED_PROXIES } = environment;
const isDevelopment = NODE_ENV === 'development';

// The API runs in this process unless API_URL is set.
const backend = API_URL
  ? undefined
  : await import('./backend/compose/start-backend').then(({ startBackend }) => startBackend(process.env));

const vite = isDevelopment
  ? await import('vite').then((module) => module.createServer({ server: { middlewareMode: true } }))
  : undefined;
const build = vite
  ? () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>
  : ((await import(pathToFileURL('build/server/index.js').href)) as ServerBuild);
const render = createRequestHandler(build, NODE_ENV);

const proxies = trustedProxies(TRUSTED_PROXIES);
logUnhandledRejections(log);
if (!vite) logLibraryOutput(log);
const app = new Hono<HttpEnv>();
app.onError(unexpectedError(log));
app.use(requestId({ limitLength: 64 }), requestLog(log));
mountHealth(app, {
  report: () => (backend ? backend.health() : healthOfApi(API_URL!)),
  optional: ['workers', 'disk'], // pages work without workers; on a full disk downloads and deletions too
  proxies,
});
await serveMetrics(environment);

if (backend) {
  app.route('/api', backend.api);
  if (backend.localPages) app.route('/', backend.localPages);
}
if (!vite) app.use(staticFiles('build/client'));

app.use(
  sharedPageHeaders,
  securityHeaders({
    isDevelopment,
    pictureOrigins: GOOGLE_CLIENT_ID ? ['https://*.googleusercontent.com'] : [],
    apiOrigins: originsOf(API_URL, API_URL_AI, API_PUBLIC_URL, MEDIA_URL, S3_PUBLIC_URL),
    tagOrigins,
    reportOrigin: monitoring && reportOrigin(monitoring),
  }),
  privateByDefault,
  compress(),
  pageRequests,
  rejectCrossOrigin,
  recordAttribution,
);
if (!vite) {
  const origins = originsOf(PUBLIC_URL, PUBLIC_URL_AI);
  app.use(cachePages({ render, context: () => ({ api: backend?.fetch }), origins }));
}
app.all('*', (context) => render(context.req.raw, loadContextOf(context)));

const server = await listen(app, { port: PORT, proxies, networkOf, before: vite?.middlewares }).catch(cannotListen);
log.info({ port: server.port, url: `http://localhost:${server.port}` }, 'server_listening');
process.send?.('listening'); // to the launcher

function loadContextOf(context: Context<HttpEnv>): AppLoadContext {
  return {
    cspNonce: nonceOf(context),
    requestId: context.get('requestId'),
    clientAddress: context.env.clientAddress,
    network: context.env.network,
    api: backend?.fetch,
  };
}

function cannotListen(error: NodeJS.ErrnoException): never {
  log.fatal({ err: error, advice: portFault(error) }, 'server_start_failed');
  process.exit(1);
}

/** Origins of absolute addresses. */
function originsOf(...addresses: (string | undefined)[]): string[] {
  const origins = addresses.flatMap((address) => (address && URL.canParse(address) ? new URL(address).origin : []));
  return [...new Set(origins)];
}

/** Health of a separate API. */
async function healthOfApi(url: string): Promise<Health> {
  const reply = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1_500) }).catch(() => null);
  const detail = reply ? `answers ${reply.status}` : 'does not answer';
  return { ok: reply?.ok ?? false, parts: { api: { ok: reply?.ok ?? false, detail } } };
}

/** Waits for running requests, then releases resources. */
let isClosing = false;
async function close(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  await server.close();
  await Promise.all([backend?.close(), vite?.close(), flushReports()]);
  process.exit(0);
}
// A closed channel means that the launcher died.
for (const end of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(end, () => void close());
