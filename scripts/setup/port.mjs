import { createServer } from 'node:net';

import { SetupFailure } from './failure.mjs';

/**
 * Those of the server, and of the metrics of server and workers. What is no port is a fault of the settings.
 * @param {NodeJS.ProcessEnv} settings
 * @throws SetupFailure for all that are in use or not permitted
 */
export async function requirePorts({ PORT, METRICS_PORT, METRICS_TOKEN }) {
  const port = Number(PORT || 3000);
  const first = Number(METRICS_PORT || Number.NaN);
  const metricsHost = METRICS_TOKEN ? undefined : '127.0.0.1';
  const faults = [
    await faultOf(port, undefined, `Choose another one: PORT=${port === 3000 ? 3001 : 3000} npm start`),
    ...(await Promise.all(
      [first, first + 1, first + 2].map((one) =>
        faultOf(one, metricsHost, 'Set METRICS_PORT to the first of three free ones.'),
      ),
    )),
  ].filter(Boolean);
  if (faults.length > 0) throw new SetupFailure(faults.join('\n'));
}

/** @returns {Promise<string | undefined>} */
function faultOf(port, host, advice) {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => {
      const why = code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${code})`;
      resolve(`Port ${port} ${why}. ${advice}`);
    });
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });
}
