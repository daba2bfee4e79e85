import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import type { HttpEnv } from '#http/env';
import { mountHealth } from '#http/health';
import { listen } from '#http/listen';
import { requestLog } from '#http/request-log';
import { trustedProxies } from '#http/trusted-proxies';
import { unexpectedError } from '#http/unexpected-error';
import { logUnhandledRejections } from '#http/unhandled-rejections';
import { readConfiguration } from '#backend/config/read';
import { apiSchema } from '#backend/config/schema';
import { createLog } from '#backend/compose/log';
import { ConfigurationError, startBackend } from '#backend/compose/start-backend';
import { networkOf } from '#backend/domain/client-network';
import { serveMetrics } from '#backend/metrics/serve';
import { flushErrorReports } from '#backend/compose/monitoring';

async function main(): Promise<void> {
  const config = readConfiguration(apiSchema, process.env);
  const backend = await startBackend(process.env);
  await serveMetrics(config);

  const proxies = trustedProxies(config.TRUSTED_PROXIES);
  const app = new Hono<HttpEnv>();
  const log = createLog('api', config.LOG_LEVEL);
  logUnhandledRejections(log);
  app.onError(unexpectedError(log));
  app.use(requestId({ limitLength: 64 }), requestLog(log));
  mountHealth(app, { report: () => backend.health(), optional: ['workers', 'disk'], proxies });
  if (backend.localPages) app.route('/', backend.localPages);
  app.route('/', backend.api);
  const server = await listen(app, { port: config.PORT, proxies, networkOf });
  process.stdout.write(`API on port ${server.port}\n`);

  const stop = async () => {
    await server.close();
    await Promise.all([backend.close(), flushErrorReports(config)]);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(signal, () => void stop());
}

main().catch((error: Error & { code?: string }) => {
  const isForOperator = error instanceof ConfigurationError;
  const isTaken = error.code === 'EADDRINUSE';
  const message = isTaken ? 'The port is in use. Set PORT to another one.' : error.message;
  process.stderr.write(`${isForOperator || isTaken ? message : error.stack}\n`);
  process.exit(1);
});
