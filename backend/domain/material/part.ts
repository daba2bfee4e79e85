import { AppError } from '#backend/domain/app-error';
import type { MaterialRow } from './present';

/** Both null for the whole material. */
export interface Part {
  trim_start_ms: number | null;
  trim_end_ms: number | null;
}

export const whole: Part = { trim_start_ms: null, trim_end_ms: null };

export interface Interval {
  start_ms: number;
  end_ms: number;
}

const refuse = (message: string) => new AppError('invalid_input', { message, fields: { trim_interval: message } });

/** An interval that covers everything becomes the whole. */
export function partOf({ kind, duration_ms }: MaterialRow, interval: Interval | undefined): Part {
  if (!interval) return whole;
  if (kind === 'photo') throw refuse('A photo has no duration. Leave the interval out.');
  const { start_ms, end_ms } = interval;
  if (duration_ms === null) return { trim_start_ms: start_ms, trim_end_ms: end_ms };
  if (start_ms >= duration_ms) {
    throw refuse(
      `The interval starts at ${start_ms / 1000} s, but the media lasts ${duration_ms / 1000} s. Choose an interval inside it.`,
    );
  }
  if (start_ms === 0 && end_ms >= duration_ms) return whole;
  return { trim_start_ms: start_ms, trim_end_ms: Math.min(end_ms, duration_ms) };
}

/** Both as `partOf` makes them of an interval, which may have been stored before the duration was known. */
export function isSamePart(material: MaterialRow, part: Part, interval: Interval): boolean {
  const now = partOf(material, intervalOf(part) ?? undefined);
  const seen = partOf(material, interval);
  return now.trim_start_ms === seen.trim_start_ms && now.trim_end_ms === seen.trim_end_ms;
}

/** An interval may have been chosen before the duration was known. */
export function lengthOf({ duration_ms }: Pick<MaterialRow, 'duration_ms'>, part: Part): number | null {
  if (part.trim_start_ms === null || part.trim_end_ms === null) return duration_ms;
  return Math.max(0, Math.min(part.trim_end_ms, duration_ms ?? Infinity) - part.trim_start_ms);
}

export function engineTrim({ trim_start_ms, trim_end_ms }: Part): { fromMs?: number; toMs?: number } {
  return {
    ...(trim_start_ms !== null && { fromMs: trim_start_ms }),
    ...(trim_end_ms !== null && { toMs: trim_end_ms }),
  };
}

export function intervalOf({ trim_start_ms, trim_end_ms }: Part): Interval | null {
  return trim_start_ms === null || trim_end_ms === null ? null : { start_ms: trim_start_ms, end_ms: trim_end_ms };
}

/** Longer media would delay the interactive lane. */
const quickMs = 20_000;

export function isLongWork(material: Pick<MaterialRow, 'kind' | 'duration_ms'>, part: Part): boolean {
  return material.kind === 'video' && (lengthOf(material, part) ?? Infinity) > quickMs;
}
