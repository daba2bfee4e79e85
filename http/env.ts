import type { IncomingMessage } from 'node:http';

/** Environment of every hono app. */
export interface HttpEnv {
  Bindings: {
    /** Client address behind trusted proxies; undefined for in-process calls. */
    clientAddress?: string | undefined;
    /** Node's request; undefined for in-process calls. */
    incoming?: IncomingMessage | undefined;
  };
  Variables: { requestId: string };
}
