import type { ErrorName } from '#contract';
import { AppError } from '#backend/domain/app-error';

/** Of the tus library, and of storages for it. */
interface TusError {
  status_code: number;
  body: string;
}

const retryAfterSeconds = 10;

/** Other statuses below 500 are faults of the request, for which the contract has 422. */
const failures: Record<number, { error: ErrorName; message?: string }> = {
  404: { error: 'not_found' },
  409: { error: 'conflict', message: 'The piece does not begin where the last one ended. Ask for the offset by HEAD.' },
  410: { error: 'expired' },
  413: { error: 'too_large', message: 'The file is larger than its link allows, or than the length it began with.' },
  501: {
    error: 'invalid_input',
    message: 'Send the file as one upload of known length: concatenation and deferred length are not supported.',
  },
};

/** Instead of the library's plain text. Errors that are not the library's stay as they are. */
export function failureOfTus(error: Error | TusError): Error {
  if (!('status_code' in error)) return error;
  const message = error.body.trim();
  if (error.status_code === 503) return new AppError('unavailable', { message, retryAfterSeconds });
  if (error.status_code === 500) return new Error(message);
  const { error: name, ...said } = failures[error.status_code] ?? { error: 'invalid_input', message };
  return new AppError(name, said);
}
