import type { ErrorName } from '#contract';
import { rules } from '#contract';
import { EngineError } from '#engine/errors';

export interface EngineRefusal {
  error: Extract<ErrorName, 'no_face' | 'unsupported_type' | 'damaged_media' | 'bad_dimensions' | 'too_large'>;
  message: string;
}

/** The engine's bounds are the product's own. */
export const photoLimits = {
  minSide: rules.imageSide.min,
  maxSide: rules.imageSide.max,
  minRatio: rules.imageRatio.min,
  maxRatio: rules.imageRatio.max,
  maxBytes: rules.photoMaxBytes,
};

/**
 * What the user is told when the engine will not take a file: the same words as the browser's own check where there
 * is one. Null when the fault is not the file's.
 */
export function refusalOf(error: unknown): EngineRefusal | null {
  if (!(error instanceof EngineError)) return null;
  const { width, height } = error.details as { width?: number; height?: number };
  switch (error.code) {
    case 'too_small':
    case 'too_large':
    case 'bad_ratio': {
      const refusal = width && height ? rules.refuseDimensions(width, height) : null;
      if (refusal) return { error: 'bad_dimensions', message: refusal.message };
      return { error: 'too_large', message: error.message };
    }
    case 'unsupported_type':
      return { error: 'unsupported_type', message: rules.refuseImageType('')!.message };
    case 'damaged_media':
      return { error: 'damaged_media', message: rules.damagedPhoto.message };
    case 'no_face':
      return { error: 'no_face', message: rules.noFace.message };
    default:
      return null;
  }
}
