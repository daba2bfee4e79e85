import { sendUntilAnswered, submissionKey } from './send-until-answered.client';

/**
 * Remix shows the error page when its `fetch` fails. Makes these requests wait for a lost connection. See
 * docs/decisions/0020.
 */
export function keepPageRequests(fetch: typeof window.fetch): typeof window.fetch {
  return (input, init) => (isPageRequest(input) ? keep((with_) => fetch(input, with_), init) : fetch(input, init));
}

function isPageRequest(input: RequestInfo | URL): boolean {
  if (input instanceof Request) return false; // Remix gives addresses
  const { origin, pathname } = new URL(input, location.href);
  return origin === location.origin && (pathname.endsWith('.data') || pathname === '/__manifest');
}

function keep(send: (init?: RequestInit) => Promise<Response>, init: RequestInit = {}): Promise<Response> {
  const isForm = init.method === 'POST';
  const headers = new Headers(init.headers);
  if (isForm) headers.set('idempotency-key', submissionKey());
  return sendUntilAnswered(() => send({ ...init, headers }), init.signal);
}
