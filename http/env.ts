import type { IncomingMessage } from 'node:http';

export interface HttpEnv {
  Bindings: {
    /** Behind trusted proxies; undefined in-process. */
    clientAddress?: string | undefined;
    /** The addresses that count as one client; undefined in-process. */
    network?: string | undefined;
    /** Undefined in-process. */
    incoming?: IncomingMessage | undefined;
  };
  Variables: { requestId: string };
}
