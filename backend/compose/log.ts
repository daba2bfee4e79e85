import { pino, type Logger, type LoggerOptions } from 'pino';
import { logOutput } from '#http/log-output';
import type { ReportError } from './monitoring';
import { currentRequest } from '#backend/lib/request-context';

const ERROR = 50;

export function createLog(name: string, level: string, report?: ReportError, to = logOutput()): Logger {
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
  return pino(options, to);
}
