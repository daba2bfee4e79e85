import { PassThrough } from 'node:stream';

import { createReadableStreamFromReadable, type AppLoadContext, type EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';

import { NonceContext } from './nonce';
import { log } from './server/log.server';

export const streamTimeout = 5_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext?: AppLoadContext,
): Promise<Response> {
  const nonce = loadContext?.cspNonce;
  // Crawlers get the whole document at once, browsers get the shell as soon as it is ready.
  const readyEvent = isbot(request.headers.get('user-agent') ?? '') ? 'onAllReady' : 'onShellReady';
  let statusCode = status;

  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        [readyEvent]() {
          const body = new PassThrough();
          headers.set('Content-Type', 'text/html; charset=utf-8');
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: statusCode }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          statusCode = 500;
          log.error({ err: error, requestId: loadContext?.requestId }, `Runtime Error: ${messageOf(error)}`);
        },
      },
    );
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}

/** What loaders and actions throw besides responses: logged here, shown by the error page. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context?: AppLoadContext },
): void {
  if (request.signal.aborted) return;
  log.error({ err: error, requestId: context?.requestId }, `Runtime Error: ${messageOf(error)}`);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
