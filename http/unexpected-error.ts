import type { ErrorHandler } from 'hono';
import type { Logger } from 'pino';

import type { HttpEnv } from './env';

export function unexpectedError(log: Logger): ErrorHandler<HttpEnv> {
  return (error, context) => {
    const line = { err: error, requestId: context.get('requestId'), path: context.req.path };
    if (context.req.raw.signal.aborted) {
      log.debug(line, 'client_disconnected');
      return context.body(null, 400);
    }
    log.error(line, 'request_failed');
    return context.text('Something went wrong on our side. Please try again.', 500);
  };
}
