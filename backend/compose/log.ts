import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { ReportError } from './monitoring';
import { currentRequest } from '#backend/lib/request-context';

const ERROR = 50;

export function createLog(name: string, level: string, report?: ReportError, to?: DestinationStream): Logger {
  const options: LoggerOptions = {
    name,
    level,
    mixin: currentRequest,
    redact: ['password', '*.password', 'token', '*.token', 'authorization', '*.authorization', '*.cookie'],
    hooks: {
      logMethod(args, method, severity) {
        const [fields, message] = args as unknown[];
        if (report && severity >= ERROR) report({ ...currentRequest(), ...(fields as object) }, message);
        method.apply(this, args);
      },
    },
  };
  return to ? pino(options, to) : pino(options);
}
