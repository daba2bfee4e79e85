import type { Transport } from './api/transport.server';

declare module '@remix-run/node' {
  /** Set by server.ts. */
  interface AppLoadContext {
    cspNonce?: string;
    requestId?: string;
    clientAddress?: string;
    api?: Transport;
  }
}
