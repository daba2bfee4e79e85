import type { Hono } from 'hono';

/** What the API's middleware leaves for whoever comes after. */
export interface ApiEnv {
  /** What a process that takes requests from the network knows of them. */
  Bindings: { clientAddress?: string | undefined };
  Variables: { traceId: string; accountId?: string };
}

export type Api = Hono<ApiEnv>;
