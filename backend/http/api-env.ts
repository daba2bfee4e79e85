import type { Hono } from 'hono';
import type { HttpEnv } from '../../http/env';

/** What the API's middleware leaves for its handlers. */
export interface ApiEnv {
  Bindings: HttpEnv['Bindings'];
  Variables: HttpEnv['Variables'] & { traceId: string; accountId?: string };
}

export type Api = Hono<ApiEnv>;
