import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { failure, type Failure } from '#contract';
import { BodyTooLarge, BodyTooSlow, TooManyBodies } from '#http/limit-body';
import type { ApiEnv } from './api-env';
import { isDatabaseUnavailable } from '#backend/db/unavailable';
import { AppError } from '#backend/domain/app-error';
import { FileTooLarge, StorageFull, StorageUnavailable } from '#backend/providers/storage/port';

/** Of a part that the site needs. */
const isOutage = (error: unknown) => error instanceof StorageUnavailable || isDatabaseUnavailable(error);

/** Unknown errors become `internal` without details. */
function failureOf(error: unknown): Failure {
  if (error instanceof AppError) {
    return {
      error: error.error,
      ...(error.userMessage ? { message: error.userMessage } : {}),
      ...(error.fields ? { fields: error.fields } : {}),
      ...(error.challenge ? { challenge: error.challenge } : {}),
    };
  }
  if (error instanceof FileTooLarge) {
    return {
      error: 'too_large',
      message: `The file is larger than its link allows: at most ${error.maxBytes.toLocaleString('en')} bytes. Request a link for the file's size.`,
    };
  }
  if (error instanceof BodyTooLarge) return { error: 'too_large', message: error.message };
  if (error instanceof BodyTooSlow) return { error: 'invalid_input', message: error.message };
  if (isOutage(error) || error instanceof TooManyBodies) return { error: 'unavailable' };
  if (error instanceof StorageFull) {
    return {
      error: 'unavailable',
      message: 'The server’s storage is full. Your files are safe. Please try again later.',
    };
  }
  return { error: 'internal' };
}

/** The client disconnected. */
const isAborted = (context: Context) => context.req.raw.signal.aborted;

const incomplete: Failure = { error: 'invalid_input', message: 'The request ended before it was complete.' };

const shortWaitSeconds = 5;

function retryAfter(error: unknown): number | undefined {
  if (error instanceof TooManyBodies) return 2;
  if (error instanceof StorageFull) return 60;
  return error instanceof AppError ? error.retryAfterSeconds : undefined;
}

/** Refusals under load or by a provider are expected. */
const isExpected = (error: unknown, { error: name }: Failure) => name !== 'internal' && !isOutage(error);

/** Without our stack trace. */
function reasonOf(error: unknown): object {
  if (!(error instanceof Error)) return {};
  return { reason: error.message, ...(error.cause === undefined ? {} : { err: error.cause }) };
}

/** RFC 6750, section 3. */
const challenges: Partial<Record<Failure['error'], string>> = {
  unauthenticated: 'Bearer',
  insufficient_scope: 'Bearer error="insufficient_scope"',
};

export function answerFailure(error: unknown, context: Context<ApiEnv>, log: Logger): Response {
  const traceId = context.get('traceId');
  const body = failure(isAborted(context) ? incomplete : failureOf(error), traceId);
  const told = { path: context.req.path, error: body.error };
  const { accountId } = context.var;
  const who = accountId ? { accountId } : {};
  if (body.code < 500) log.debug(told, 'call_refused');
  else if (isExpected(error, body)) log.warn({ ...told, ...who, ...reasonOf(error) }, 'call_refused');
  else log.error({ ...told, ...who, err: error }, 'call_failed');
  const retryAfterSeconds = retryAfter(error);
  if (retryAfterSeconds || body.code === 503) {
    context.header('retry-after', String(retryAfterSeconds ?? shortWaitSeconds));
  }
  const challenge = challenges[body.error];
  if (challenge) context.header('www-authenticate', challenge);
  return context.json(body, body.code as ContentfulStatusCode);
}
