import http, { type RequestOptions } from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';

import type { SetupServer } from 'msw/node';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

export const isLoopback = (host: string) => LOOPBACK.has(host);

/**
 * Requests to local servers go past the fakes of `network`, unless the test has set some: MSW reads an answer without
 * waiting for its reader, and ends the connection while bytes are left, which the reader then loses.
 *
 * @param listen has `network` replace the functions of `http`, `https` and `fetch`; `network.close()` takes these back, too
 */
export function reachLocalServers(network: SetupServer, listen: () => void): void {
  const real = requestFunctions();
  listen();
  const faked = requestFunctions();
  const isFaked = (host: string) => network.listHandlers().length > 0 || !isLoopback(host);
  const byHost = <F extends (...args: never[]) => unknown>(
    local: F,
    other: F,
    hostOf: (args: Parameters<F>) => string,
  ) => ((...args: Parameters<F>) => (isFaked(hostOf(args)) ? other : local)(...args)) as F;
  http.request = byHost(real.httpRequest, faked.httpRequest, hostOfRequest);
  http.get = byHost(real.httpGet, faked.httpGet, hostOfRequest);
  https.request = byHost(real.httpsRequest, faked.httpsRequest, hostOfRequest);
  https.get = byHost(real.httpsGet, faked.httpsGet, hostOfRequest);
  globalThis.fetch = byHost(real.fetch, faked.fetch, hostOfFetch);
}

const requestFunctions = () => ({
  httpRequest: http.request,
  httpGet: http.get,
  httpsRequest: https.request,
  httpsGet: https.get,
  fetch: globalThis.fetch,
});

/** Of `http.request(url, options, callback)`, whose first or second argument may be absent. */
function hostOfRequest([first, second]: unknown[]): string {
  const isUrl = typeof first === 'string' || first instanceof URL;
  const options: RequestOptions = isUrl
    ? { ...urlToHttpOptions(new URL(first)), ...(typeof second === 'object' ? second : {}) }
    : (first as RequestOptions);
  return options.hostname ?? options.host ?? 'localhost';
}

/** Relative addresses are those of a page of jsdom. */
function hostOfFetch([input]: Parameters<typeof fetch>): string {
  const url = input instanceof Request ? input.url : String(input);
  return URL.canParse(url) ? new URL(url).hostname : '';
}
