import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import type { HttpEnv } from '#http/env';
import { mountHealth } from '#http/health';
import { logLibraryOutput } from '#http/library-output';
import { listen, portFault } from '#http/listen';
import { requestLog } from '#http/request-log';
import { trustedProxies } from '#http/trusted-proxies';
import { unexpectedError } from '#http/unexpected-error';
import { logUnhandledRejections } from '#http/unhandled-rejections';
import { readRole } from '#backend/config/role';
import { apiSchema } from '#backend/config/schema';
import { createLog } from '#backend/compose/log';
import { ConfigurationError, startBackend } from '#backend/compose/start-backend';
import { networkOf } from '#backend/domain/client-network';
import { serveMetrics } from '#backend/metrics/serve';
import { flushErrorReports } from '#backend/compose/monitoring';

async function main(): Promise<void> {
  const config = readRole(apiSchema, process.env);
  const backend = await startBackend(process.env);
  await serveMetrics(config);

  const proxies = trustedProxies(config.TRUSTED_PROXIES);
  const app = new Hono<HttpEnv>();
  const log = createLog('api', config.LOG_LEVEL);
  logUnhandledRejections(log);
  logLibraryOutput(log);
  app.onError(unexpectedError(log));
  app.use(requestId({ limitLength: 64 }), requestLog(log));
  mountHealth(app, { report: () => backend.health(), optional: ['workers', 'disk'], proxies });
  if (backend.localPages) app.route('/', backend.localPages);
  app.route('/', backend.api);
  const server = await listen(app, { port: config.PORT, proxies, networkOf });
  log.info({ port: server.port }, 'server_listening');

  const stop = async () => {
    await server.close();
    await Promise.all([backend.close(), flushErrorReports(config)]);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(signal, () => void stop());
}

main().catch((error: Error & { code?: string }) => {
  const isForOperator = error instanceof ConfigurationError;
  const message = portFault(error) ?? (isForOperator ? error.message : error.stack);
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
