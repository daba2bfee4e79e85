import { serve } from '@hono/node-server';
import { readConfiguration } from './config/read';
import { apiSchema } from './config/schema';
import { clientAddressOf } from './http/client-address';
import { ConfigurationError, startBackend } from './main';
import { serveMetrics } from './metrics/serve';
import { endReports } from './monitoring';

/** The API on a port of its own, for when web and API run apart. */
async function main(): Promise<void> {
  const config = readConfiguration(apiSchema, process.env);
  const backend = await startBackend();
  await serveMetrics(config);
  const fetch = (request: Request, { incoming }: { incoming: { socket: { remoteAddress?: string | undefined } } }) => {
    const forwardedFor = request.headers.get('x-forwarded-for') ?? undefined;
    return backend.fetch(request, { clientAddress: clientAddressOf(incoming.socket.remoteAddress, forwardedFor) });
  };
  const server = serve({ fetch, port: config.PORT }, () => process.stdout.write(`API on port ${config.PORT}\n`));
  const leave = () =>
    server.close(() => void Promise.all([backend.close(), endReports(config)]).then(() => process.exit(0)));
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(signal, leave);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigurationError ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
});
