import type { ErrorName, Failure } from '#contract';

interface Options {
  message?: string;
  fields?: Record<string, string>;
  /** Of `code_required`. */
  challenge?: string;
  cause?: unknown;
  retryAfterSeconds?: number;
}

export class AppError extends Error implements Failure {
  override readonly name = 'AppError';
  readonly error: ErrorName;
  readonly userMessage: string | undefined;
  readonly fields: Record<string, string> | undefined;
  readonly challenge: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(error: ErrorName, { message, fields, challenge, cause, retryAfterSeconds }: Options = {}) {
    super(message ?? error, { cause });
    this.error = error;
    this.userMessage = message;
    this.fields = fields;
    this.challenge = challenge;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** @throws AppError `not_found` */
export function orThrowNotFound<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('not_found');
  return row;
}
