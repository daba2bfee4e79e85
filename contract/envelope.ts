import { z } from 'zod/v4';
import { errorNames, errors, type ErrorName } from './errors';

/** Always and only with HTTP 200. */
export const SUCCESS = 200;

export function successEnvelope<T extends z.ZodType>(data: T) {
  return z.object({ code: z.literal(SUCCESS), data, message: z.string() });
}

/** Clients must accept unknown names: new ones may be added. */
export const errorName = z.enum(errorNames);

/** `code` is the HTTP status; `fields` only for 422. */
export const failureEnvelope = z.object({
  code: z.number().int().min(400).max(599),
  data: z.null(),
  message: z.string(),
  error: errorName,
  trace_id: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  challenge: z.string().optional().describe('Of `code_required`: goes to `/login/code` with the code.'),
});

export type FailureEnvelope = z.output<typeof failureEnvelope>;

export interface Failure {
  error: ErrorName;
  /** Default: the message in `errors`. */
  message?: string;
  fields?: Record<string, string>;
  challenge?: string;
}

export function failure({ error, message, fields, challenge }: Failure, traceId: string): FailureEnvelope {
  return {
    code: errors[error].status,
    data: null,
    message: message ?? errors[error].message,
    error,
    trace_id: traceId,
    ...(fields ? { fields } : {}),
    ...(challenge ? { challenge } : {}),
  };
}
