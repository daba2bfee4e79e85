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
    /** Set by entry.server.tsx: a loader or action failed because the API did not answer, or answered 503. */
    isApiUnavailable?: boolean;
  }
}
