import type { ErrorName, Failure } from '#contract';

interface Options {
  /** What the user reads instead of the table's own sentence. */
  message?: string;
  fields?: Record<string, string>;
  cause?: unknown;
  /** When trying again can help, in seconds. */
  retryAfterSeconds?: number;
}

/** What the domain throws: a name from the contract's table, which alone knows status and retryability. */
export class AppError extends Error implements Failure {
  override readonly name = 'AppError';
  readonly error: ErrorName;
  readonly userMessage: string | undefined;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(error: ErrorName, { message, fields, cause, retryAfterSeconds }: Options = {}) {
    super(message ?? error, { cause });
    this.error = error;
    this.userMessage = message;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns the row, or says that there is none; another owner's row counts as none. */
export function orThrowNotFound<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('not_found');
  return row;
}
