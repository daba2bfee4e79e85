import { pino } from 'pino';

import { environment } from './environment.server';

/** Structured lines on standard output. Never pass it tokens, cookies, e-mail addresses or whole URLs. */
export const log = pino({ name: 'web', level: environment.LOG_LEVEL, base: undefined });
