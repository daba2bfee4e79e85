import type { ErrorName } from '#contract';
import { rules } from '#contract';
import { EngineError } from '#engine/errors';
import type { MaterialRow } from './material/present';
import { qualityUnavailable } from './quality/unavailable';
import { TimeBudgetExceeded } from './time-budget';

export interface EngineRefusal {
  error: Extract<
    ErrorName,
    | 'no_face'
    | 'unsupported_type'
    | 'damaged_media'
    | 'bad_dimensions'
    | 'too_large'
    | 'too_long'
    | 'invalid_input'
    | 'refused'
    | 'content_stopped'
    | 'content_refused'
    | 'activation_required'
    | 'unavailable'
  >;
  message: string;
}

/** The person asked for it. */
export class FaceBlocked extends Error {}

export const photoLimits = {
  minSide: rules.imageSide.min,
  maxSide: rules.imageSide.max,
  minRatio: rules.imageRatio.min,
  maxRatio: rules.imageRatio.max,
  maxBytes: rules.photoMaxBytes,
};

export const mediaLimits = {
  ...photoLimits,
  minVideoSide: rules.videoSide.min,
  maxVideoSide: rules.videoSide.max,
  maxVideoBytes: rules.videoMaxBytes,
  maxVideoMs: rules.videoMaxMs,
  maxGifMs: rules.gifMaxMs,
};

const tookTooLong =
  'Reading this file takes far longer than usual for its size, so we stopped. Save it again, perhaps in another format, and choose the new file.';

/** Stated durations are believed if a second is missing at most; joined recordings have gaps. */
const READ_TOLERANCE_MS = 2000;

/** What is read of a video is what is paid. */
export const limitsOf = ({ duration_ms }: Pick<MaterialRow, 'duration_ms'>) => ({
  ...mediaLimits,
  ...(duration_ms !== null && { longestReadMs: duration_ms + READ_TOLERANCE_MS }),
});

type FileError = Extract<EngineRefusal['error'], 'damaged_media' | 'unsupported_type' | 'no_face'>;

/**
 * Null if the error is not about the file.
 * @param kind undefined if only a photo is accepted
 */
export function refusalOf(error: unknown, kind?: rules.MediaKind): EngineRefusal | null {
  if (error instanceof TimeBudgetExceeded) return { error: 'damaged_media', message: tookTooLong };
  if (error instanceof FaceBlocked) return { error: 'refused', message: error.message };
  if (!(error instanceof EngineError)) return null;
  switch (error.code) {
    case 'too_small':
    case 'too_large':
    case 'bad_ratio':
      return dimensionsRefusal(error) ?? { error: 'too_large', message: error.message };
    case 'too_long':
      return { error: 'too_long', message: durationRefusal(error, kind) };
    case 'bad_interval':
      return { error: 'invalid_input', message: error.message };
    case 'unsupported_type':
      if (error.details.isAnimated) return rules.refuseAnimation(kind);
      return { error: error.code, message: messageFor(error.code, kind) };
    case 'damaged_media':
    case 'no_face':
      return { error: error.code, message: messageFor(error.code, kind) };
    case 'model_missing':
    case 'model_altered':
    case 'model_unfit':
    case 'model_unlicensed':
    case 'device_unavailable':
    case 'device_memory':
      return qualityUnavailable;
    case 'unusable_face':
      return { error: 'no_face', message: error.message };
    default:
      return null;
  }
}

function dimensionsRefusal({ details }: EngineError): EngineRefusal | null {
  const { width, height, kind } = details as { width?: number; height?: number; kind?: string };
  const refusal = width && height ? rules.refuseDimensions(width, height, kind === 'video' ? 'video' : 'photo') : null;
  return refusal && { error: 'bad_dimensions', message: refusal.message };
}

function durationRefusal({ details, message }: EngineError, kind: rules.MediaKind = 'gif'): string {
  const { durationMs } = details as { durationMs?: number };
  return rules.refuseDuration(durationMs ?? 0, kind === 'video' ? 'video' : 'gif')?.message ?? message;
}

function messageFor(error: FileError, kind?: rules.MediaKind): string {
  if (error === 'unsupported_type') return (kind ? rules.refuseMediaType('') : rules.refuseImageType(''))!.message;
  if (error === 'no_face') return rules.refuseFaceless(kind).message;
  return (kind === 'video' ? rules.damagedVideo : rules.damagedPhoto).message;
}
