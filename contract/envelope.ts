import { z } from 'zod/v4';
import { errorNames, errors, type ErrorName } from './errors';

/** The success code of the envelope; an HTTP 200 always carries it, and nothing else does. */
export const SUCCESS = 200;

/** `{code: 200, data, message}` around a call's answer. */
export function successEnvelope<T extends z.ZodType>(data: T) {
  return z.object({ code: z.literal(SUCCESS), data, message: z.string() });
}

/** New names may be added, so a client must not fail on one that it does not know. */
export const errorName = z.enum(errorNames);

/** What every failed call answers; `code` repeats the HTTP status, `fields` is there for 422 alone. */
export const failureEnvelope = z.object({
  code: z.number().int().min(400).max(599),
  data: z.null(),
  message: z.string(),
  error: errorName,
  trace_id: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});

export type FailureEnvelope = z.output<typeof failureEnvelope>;

export interface Failure {
  error: ErrorName;
  /** What the user reads; the table's own sentence when left out. */
  message?: string;
  fields?: Record<string, string>;
}

/** Builds the envelope of a failure, with status and message from the one table of errors. */
export function failure({ error, message, fields }: Failure, traceId: string): FailureEnvelope {
  return {
    code: errors[error].status,
    data: null,
    message: message ?? errors[error].message,
    error,
    trace_id: traceId,
    ...(fields ? { fields } : {}),
  };
}
