import { PassThrough } from 'node:stream';

import { createReadableStreamFromReadable, type AppLoadContext, type EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';

import { NonceContext } from './loading/nonce';
import type { RouteArgs } from './server/guards.server';
import { isUnavailable } from './server/errors';
import { log } from './server/log.server';
import { reportError } from './features/monitoring/monitoring.server';

export const streamTimeout = 5_000;

/** Seconds. */
const retryAfter = '5';

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext?: AppLoadContext,
): Promise<Response> {
  const nonce = loadContext?.cspNonce;
  // Crawlers get the whole document, browsers the shell first.
  const readyEvent = isbot(request.headers.get('user-agent') ?? '') ? 'onAllReady' : 'onShellReady';
  let statusCode = status;
  if (status === 500 && loadContext?.isApiUnavailable) {
    statusCode = 503;
    headers.set('Retry-After', retryAfter);
  }

  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        // Out-of-order streamed parts would need a script.
        progressiveChunkSize: Infinity,
        [readyEvent]() {
          const body = new PassThrough();
          headers.set('Content-Type', 'text/html; charset=utf-8');
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: statusCode }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          statusCode = 500;
          handleError(error, { request, context: loadContext });
        },
      },
    );
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}

/** Receives what loaders and actions throw, except responses, and what fails while a page is rendered or sent. */
export function handleError(error: unknown, visit: RouteArgs): void {
  if (visit.request.signal.aborted) return;
  if (visit.context && isUnavailable(error)) visit.context.isApiUnavailable = true;
  const message = isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`.trim()
    : error instanceof Error
      ? error.message
      : String(error);
  if (isRouteErrorResponse(error) && error.status < 500) {
    return log.info({ requestId: visit.context?.requestId }, `Runtime Error: ${message}`);
  }
  log.error({ err: error, requestId: visit.context?.requestId }, `Runtime Error: ${message}`);
  void reportError(error, visit);
}
