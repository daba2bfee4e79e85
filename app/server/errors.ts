import { errors, isErrorName, type ErrorName } from '#contract/errors';
import type { Refusal } from '#contract/rules';

interface Details {
  call: string;
  status: number;
  message: string;
  name?: string;
  fields?: Record<string, string>;
  traceId?: string;
}

/** The API answered, and the answer was no. Its message is written for the user. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly call: string;
  readonly status: number;
  /** The contract's name for what happened; undefined when something between us and the API answered. */
  readonly code?: ErrorName;
  readonly fields: Record<string, string>;
  readonly traceId?: string;

  constructor({ call, status, message, name, fields = {}, traceId }: Details) {
    super(message);
    this.call = call;
    this.status = status;
    this.code = isErrorName(name) ? name : undefined;
    this.fields = fields;
    this.traceId = traceId;
  }

  /** The token is dead or may not be used any more: the user has to sign in again. */
  get endsSession(): boolean {
    return this.status === errors.unauthenticated.status || this.status === errors.suspended.status;
  }

  /** Something the user can read and mend, as opposed to a fault of ours. */
  get isUserError(): boolean {
    return this.status >= 400 && this.status < 500 && !this.endsSession;
  }
}

/** The API answered something the contract does not allow: a fault between two versions, never the user's. */
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

/** The process was started with settings it cannot run with. Lists all of them, so that one restart is enough. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';

  constructor(readonly problems: string[]) {
    super(`These environment variables need attention:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** No answer came: refused, reset, or the name could not be resolved. Whether the call was carried out is unknown. */
export class NetworkError extends Error {
  override name = 'NetworkError';

  constructor(
    readonly call: string,
    options: ErrorOptions,
  ) {
    super('The service could not be reached. Please try again in a moment.', options);
  }
}

/** The API took longer than we wait. Its own class, because the work may well be done in the end. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';

  constructor(
    readonly call: string,
    readonly afterMs: number,
  ) {
    super('The service took too long to answer. Please try again in a moment.');
  }
}

/** A file that breaks one of the contract's rules; its message says which, the file's own value, and what to do. */
export class InvalidFileError extends Error {
  override name = 'RefusedFileError';
  readonly status = 422;

  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

/** A form that broke off or was garbled on its way here. */
export class IncompleteFormError extends Error {
  override name = 'UnreadableFormError';

  constructor(options: ErrorOptions) {
    super('The upload did not arrive completely. Please try again.', options);
  }
}
