import { EngineError } from '#engine/errors';
import type { Limits } from '#engine/types';

export const defaultLimits: Limits = {
  minSide: 160,
  maxSide: 8192,
  minRatio: 9 / 21,
  maxRatio: 21 / 9,
  maxMegapixels: 64,
  maxBytes: 100_000_000,
  minVideoSide: 96,
  maxVideoSide: 8192,
  maxVideoBytes: 4_000_000_000,
  maxVideoMs: Infinity,
  longestReadMs: Infinity,
  maxGifMs: Infinity,
};

export function checkFileSize(bytes: number, { maxBytes }: Limits): void {
  if (bytes === 0)
    throw new EngineError('damaged_media', 'The file is empty. Choose it again; its upload may have failed.');
  if (bytes > maxBytes) {
    throw new EngineError(
      'too_large',
      `The file is ${megabytes(bytes)} MB; at most ${megabytes(maxBytes)} MB are allowed. Save it smaller and try again.`,
      { details: { bytes, maxBytes } },
    );
  }
}

type Kind = 'picture' | 'video';

/** Size as displayed. */
export function checkDimensions(width: number, height: number, limits: Limits, kind: Kind = 'picture'): void {
  const [minSide, maxSide] =
    kind === 'video' ? [limits.minVideoSide, limits.maxVideoSide] : [limits.minSide, limits.maxSide];
  const details = { ...limits, kind, width, height, minSide, maxSide };
  const size = `The ${kind} is ${width} × ${height} pixels`;
  if (Math.min(width, height) < minSide) {
    throw new EngineError(
      'too_small',
      `${size}; each side needs at least ${minSide}. Choose a larger ${kind} of the same scene.`,
      { details },
    );
  }
  if (Math.max(width, height) > maxSide) {
    throw new EngineError('too_large', `${size}; each side may have at most ${maxSide}. Scale it down and try again.`, {
      details,
    });
  }
  if (width * height > limits.maxMegapixels * 1e6) {
    throw new EngineError(
      'too_large',
      `${size}, ${Math.round((width * height) / 1e6)} megapixels; at most ${limits.maxMegapixels} are allowed. Scale it down and try again.`,
      { details },
    );
  }
  const ratio = width / height;
  if (ratio < limits.minRatio || ratio > limits.maxRatio) {
    throw new EngineError(
      'bad_ratio',
      `${size}, too ${ratio < 1 ? 'tall' : 'wide'}: width divided by height is ${ratio.toFixed(2)} and must lie between ${limits.minRatio.toFixed(2)} and ${limits.maxRatio.toFixed(2)}. Crop it and try again.`,
      { details },
    );
  }
}

export function checkDuration(ms: number, maxMs: number): void {
  if (ms <= maxMs) return;
  throw new EngineError(
    'too_long',
    `The media lasts ${inSeconds(ms)} s; at most ${inSeconds(maxMs)} s are allowed. Cut it shorter and try again.`,
    { details: { durationMs: ms, maxMs } },
  );
}

const inSeconds = (ms: number) => Math.round(ms / 100) / 10;

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
