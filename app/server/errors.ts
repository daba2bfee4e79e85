import { errors, isErrorName, type ErrorName } from '#contract/errors';
import type { Refusal } from '#contract/rules';

interface Details {
  call: string;
  status: number;
  message: string;
  name?: string;
  fields?: Record<string, string>;
  traceId?: string;
  challenge?: string;
}

/** The message is for the user. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly call: string;
  readonly status: number;
  /** Undefined if a proxy answered. */
  readonly code?: ErrorName;
  readonly fields: Record<string, string>;
  readonly traceId?: string;
  /** Of `code_required`. */
  readonly challenge?: string;

  constructor({ call, status, message, name, fields = {}, traceId, challenge }: Details) {
    super(message);
    this.call = call;
    this.status = status;
    this.code = isErrorName(name) ? name : undefined;
    this.fields = fields;
    this.traceId = traceId;
    this.challenge = challenge;
  }

  /** Invalid token or suspended account. */
  get endsSession(): boolean {
    return this.status === errors.unauthenticated.status || this.status === errors.suspended.status;
  }

  /** The user can fix it. */
  get isUserError(): boolean {
    return this.status >= 400 && this.status < 500 && !this.endsSession;
  }
}

/** For example between two versions. */
export class ContractError extends Error {
  override name = 'ContractError';

  constructor(
    readonly call: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`The answer to ${call} breaks the contract: ${problem}`, options);
  }
}

export class EnvironmentError extends Error {
  override name = 'EnvironmentError';

  constructor(readonly problems: string[]) {
    super(`These environment variables need attention:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** Connection refused or reset, or DNS failure. The call may have been executed. */
export class NetworkError extends Error {
  override name = 'NetworkError';

  constructor(
    readonly call: string,
    options: ErrorOptions,
  ) {
    super('The service could not be reached. Please try again in a moment.', options);
  }
}

/** The call may still be executed. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';

  constructor(
    readonly call: string,
    readonly afterMs: number,
  ) {
    super('The service took too long to answer. Please try again in a moment.');
  }
}

/** The message names the contract's rule and the file's value. */
export class InvalidFileError extends Error {
  override name = 'InvalidFileError';
  readonly status = 422;

  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

/** Truncated or malformed body. */
export class IncompleteFormError extends Error {
  override name = 'IncompleteFormError';

  constructor(options: ErrorOptions) {
    super('The upload did not arrive completely. Please try again.', options);
  }
}

/** The API cannot be reached, does not answer in time, or answers 503. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof NetworkError ||
  error instanceof TimeoutError ||
  (error instanceof ApiError && error.status === errors.unavailable.status);
