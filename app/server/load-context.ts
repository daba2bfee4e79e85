import type { Transport } from './api/transport.server';

declare module '@remix-run/node' {
  /** What the server knows of a request; all of it is missing under `remix-serve`. */
  interface AppLoadContext {
    cspNonce?: string;
    requestId?: string;
    clientAddress?: string;
    /** Set when the API runs in this process. */
    api?: Transport;
  }
}
