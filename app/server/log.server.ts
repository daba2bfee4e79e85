import { pino } from 'pino';

import { logOutput } from '#http/log-output';

import { environment } from './environment.server';

/** Never log tokens, cookies, e-mail addresses or full URLs. */
export const log = pino({ name: 'web', level: environment.LOG_LEVEL, base: undefined }, logOutput());
