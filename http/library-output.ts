import { format } from 'node:util';

import type { Logger } from 'pino';

const levels = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const;

/** Writes what libraries print to the console, and Node's warnings, as lines of the log. */
export function logLibraryOutput(log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>): void {
  for (const [method, level] of Object.entries(levels) as [keyof typeof levels, (typeof levels)['log']][])
    console[method] = (...words: unknown[]) => log[level]({ words: format(...words) }, 'library_output');
  process.removeAllListeners('warning');
  process.on('warning', (err) => log.warn({ err }, 'node_warning'));
}
