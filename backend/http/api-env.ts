import type { Hono } from 'hono';
import type { HttpEnv } from '#http/env';
import type { Storage } from '#backend/providers/storage/port';

/** What the API's middleware leaves for its handlers. */
export interface ApiEnv {
  Bindings: HttpEnv['Bindings'];
  Variables: HttpEnv['Variables'] & {
    traceId: string;
    accountId?: string;
    /** Instead of the storage of all calls: with links in the form that the caller prefers. */
    storage?: Storage;
  };
}

export type Api = Hono<ApiEnv>;
