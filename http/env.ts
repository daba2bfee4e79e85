import type { IncomingMessage } from 'node:http';

/** What every hono app of this product may read of a request. */
export interface HttpEnv {
  Bindings: {
    /** The client's network address, after trusted proxies; undefined in calls that did not come over a socket. */
    clientAddress?: string | undefined;
    /** The request as Node parsed it; undefined in calls that did not come over a socket. */
    incoming?: IncomingMessage | undefined;
  };
  Variables: { requestId: string };
}
