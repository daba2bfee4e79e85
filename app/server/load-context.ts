import type { Transport } from './api/transport.server';

declare module '@remix-run/node' {
  /** Set by server.ts. */
  interface AppLoadContext {
    cspNonce?: string;
    requestId?: string;
    clientAddress?: string;
    /** The addresses that count as one client. */
    network?: string;
    api?: Transport;
  }
}
