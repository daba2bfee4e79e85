import type { ErrorHandler } from 'hono';
import type { Logger } from 'pino';

import type { HttpEnv } from './env';

/** Answers errors that no route handled: without details for the client, with all of them in the log. */
export function unexpectedError(log: Logger): ErrorHandler<HttpEnv> {
  return (error, context) => {
    const line = { err: error, requestId: context.get('requestId'), path: context.req.path };
    if (context.req.raw.signal.aborted) {
      log.debug(line, 'client disconnected');
      return context.body(null, 400);
    }
    log.error(line, 'request failed');
    return context.text('Something went wrong on our side. Please try again.', 500);
  };
}
