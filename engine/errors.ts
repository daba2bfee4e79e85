const engineErrorCodes = [
  'unsupported_type',
  'damaged_media',
  'too_small',
  'too_large',
  'bad_ratio',
  'too_long',
  'bad_interval',
  'no_face',
  'unusable_face',
  'unknown_person',
  'models_missing',
  'model_missing',
  'model_altered',
  'model_unfit',
  'model_unlicensed',
  'device_unavailable',
  'device_memory',
  'device_lost',
  'aborted',
  'out_of_space',
  'internal',
] as const;

export type EngineErrorCode = (typeof engineErrorCodes)[number];

interface EngineErrorOptions {
  cause?: unknown;
  /** For callers that compose their own message. */
  details?: Record<string, unknown>;
}

/** The only error the engine throws. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  readonly details: Record<string, unknown>;

  constructor(code: EngineErrorCode, message: string, { cause, details = {} }: EngineErrorOptions = {}) {
    super(message, { cause });
    this.code = code;
    this.details = details;
  }
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new EngineError('aborted', 'The operation was cancelled.');
}

export function toEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  if (isOutOfSpace(error)) {
    return new EngineError('out_of_space', 'The disk is full. Free some space and try again.', { cause: error });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new EngineError('internal', `Internal engine error: ${reason}. Please report it.`, {
    cause: error,
  });
}

/** Of the disk, or of the user's quota. */
export function isOutOfSpace(error: unknown): boolean {
  return error instanceof Error && ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}
