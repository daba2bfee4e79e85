import { formatNumber } from '#shared/format-number';
import { isFinished } from '#contract/finished';
import type { Material, Task } from '#contract/index';

import { formatClock } from '~/lib/format';

import type { ToolData } from './load-tool.server';
import { formatTime, type TrimPart } from './times';

type Facts = Pick<Material, 'format' | 'width' | 'height' | 'duration_ms' | 'kind'>;

/** `JPG, 1,600 × 1,200`, `MP4, 1,280 × 720, 0:12` */
export function formatFacts({ format, width, height, duration_ms, kind }: Facts): string {
  const size = width && height ? `, ${formatNumber(width)} × ${formatNumber(height)}` : '';
  const length = kind !== 'photo' && duration_ms !== null ? `, ${formatClock(duration_ms)}` : '';
  return format.toUpperCase() + size + length;
}

export function formatSelection(material: Material): string {
  const part = material.trim_interval;
  return part ? `${formatTime(part.start_ms)} to ${formatTime(part.end_ms)}` : formatFacts(material);
}

/** Null for a photo. */
export function selectedPart({ kind, trim_interval, duration_ms }: Material): TrimPart | null {
  return kind === 'photo' ? null : (trim_interval ?? { start_ms: 0, end_ms: duration_ms ?? 0 });
}

/** For screen readers. */
export function announcement(data: ToolData): string {
  if (data.step === 'faces')
    return data.persons.length === 1 ? 'One person found' : `${data.persons.length} people found`;
  if (data.step === 'batch' && data.batch.status === 'ended') return 'Your swaps have ended';
  if (data.step === 'result')
    return data.order.result_url ? 'Your swap is ready' : 'The swap has ended without a result';
  if (data.step === 'detect' && data.detection && isFinished(data.detection.status)) return 'No face found';
  return '';
}

export const kindNoun = (kind: Material['kind']) => ({ photo: 'photo', gif: 'GIF', video: 'video' })[kind];

/** `about 12 seconds`, `about 3 minutes` */
export function formatDuration(seconds: number): string {
  if (seconds < 1.5) return 'about a second';
  if (seconds < 90) return `about ${Math.round(seconds)} seconds`;
  return `about ${Math.round(seconds / 60)} minutes`;
}

export function formatTaskTimeLeft({ status, queue_position, eta_seconds }: Task): string {
  if (status === 'queued' && queue_position !== null) {
    const place = queue_position === 1 ? 'You are next in the queue' : `${queue_position - 1} ahead of you`;
    return eta_seconds === null ? place : `${place}, ready in ${formatDuration(eta_seconds)}`;
  }
  return formatSecondsLeft(eta_seconds);
}

/** `About 12 seconds left`; null if unknown. */
export function formatSecondsLeft(seconds: number | null): string {
  return seconds === null ? 'A few seconds left' : `A${formatDuration(seconds).slice(1)} left`;
}

/** In tens, to limit screen reader announcements. */
export const announcedPercent = (progress: number) => `${Math.floor(progress / 10) * 10} %`;

/** Without the time left, which changes every second. */
export function announcedProgress(work: string, { status, progress }: Pick<Task, 'status' | 'progress'>): string {
  return status === 'queued' ? 'Waiting in the queue' : `${work}, ${announcedPercent(progress)}`;
}
