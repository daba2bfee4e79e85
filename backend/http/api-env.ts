import type { Hono } from 'hono';
import type { HttpEnv } from '#http/env';
import type { Storage } from '#backend/providers/storage/port';

export interface ApiEnv {
  Bindings: HttpEnv['Bindings'];
  Variables: HttpEnv['Variables'] & {
    traceId: string;
    accountId?: string;
    storage?: Storage;
  };
}

export type Api = Hono<ApiEnv>;
