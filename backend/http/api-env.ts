import type { Hono } from 'hono';
import type { HttpEnv } from '#http/env';
import type { Storage } from '#backend/providers/storage/port';

/** Set by the API's middleware. */
export interface ApiEnv {
  Bindings: HttpEnv['Bindings'];
  Variables: HttpEnv['Variables'] & {
    traceId: string;
    accountId?: string;
    /** Replaces the default storage to return relative links. */
    storage?: Storage;
  };
}

export type Api = Hono<ApiEnv>;
