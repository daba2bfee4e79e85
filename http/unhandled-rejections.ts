import type { Logger } from 'pino';

/** A promise without a handler belongs to one request: ending the process would cut off all others. */
export function logUnhandledRejections(log: Pick<Logger, 'error'>): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled_rejection'));
}
