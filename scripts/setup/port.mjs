import { createServer } from 'node:net';

import { SetupFailure } from './failure.mjs';

/** @throws SetupFailure when the port is invalid, not permitted or in use */
export function requirePort(value) {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return Promise.reject(new SetupFailure(`PORT is "${value}"; it must be a whole number from 1 to 65535.`));
  }
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => {
      const why = code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${code})`;
      const other = port === 3000 ? 3001 : 3000;
      reject(new SetupFailure(`Port ${port} ${why}. Choose another one: PORT=${other} npm start`));
    });
    server.listen(port, () => server.close(resolve));
  });
}
