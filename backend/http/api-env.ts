import type { Hono } from 'hono';

/** What the API's middleware leaves for whoever comes after. */
export interface ApiEnv {
  Variables: { traceId: string };
}

export type Api = Hono<ApiEnv>;
