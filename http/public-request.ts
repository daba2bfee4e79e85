import type { IncomingMessage } from 'node:http';

/** Anything else could change the URL. */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const firstOf = (header: string | string[] | undefined) =>
  String(header ?? '')
    .split(',')[0]!
    .trim();

/** From a trusted proxy's X-Forwarded-Proto and -Host. */
export function publicRequest(request: Request, { headers }: IncomingMessage): Request {
  const protocol = firstOf(headers['x-forwarded-proto']);
  const host = firstOf(headers['x-forwarded-host']);
  const url = new URL(request.url);
  if (protocol === 'http' || protocol === 'https') url.protocol = protocol;
  if (hostPattern.test(host)) {
    const isKept = URL.canParse(`${url.protocol}//${host}`);
    if (isKept) url.host = host;
    if (isKept && !/:\d+$/.test(host)) url.port = '';
  }
  // The constructor refuses TRACE, as every address does.
  return url.href === request.url || request.method === 'TRACE' ? request : new Request(url, request);
}
