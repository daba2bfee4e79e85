import type { IncomingMessage } from 'node:http';

export interface HttpEnv {
  Bindings: {
    /** Behind trusted proxies; undefined in-process. */
    clientAddress?: string | undefined;
    /** Undefined in-process. */
    incoming?: IncomingMessage | undefined;
  };
  Variables: { requestId: string };
}
