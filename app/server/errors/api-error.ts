import { errors, isErrorName, type ErrorName } from '#contract/errors';

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
  get signsOut(): boolean {
    return this.status === errors.unauthenticated.status || this.status === errors.suspended.status;
  }

  /** Something the user can read and mend, as opposed to a fault of ours. */
  get isMendable(): boolean {
    return this.status >= 400 && this.status < 500 && !this.signsOut;
  }
}
