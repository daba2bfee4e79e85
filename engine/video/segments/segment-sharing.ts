import type { Segment } from './journal';
import type { SegmentPlan } from './plan-segments';

/** Without its file. */
export type MadeSegment = Omit<Segment, 'file'>;

export interface SegmentOffer {
  /** Equal for equal frames. */
  readonly fingerprint: string;
  /** Of the whole video. */
  readonly segments: readonly SegmentPlan[];
  /** Index of the first that is not made. */
  readonly first: number;
  /** Files that `renderSegment` reads. Valid until the offer is complete. */
  readonly tracks: string;
  readonly spec: string;
}

/** `own`: no other process starts it from now on. `elsewhere`: another process renders it, or stopped to. */
export type SegmentState = { by: 'own' } | { by: 'elsewhere' } | { by: 'other'; made: MadeSegment };

/**
 * Other processes render segments of the same video, from the last one backwards. The owner renders from the first one
 * on, and joins all. Rejections end the swap.
 */
export interface SegmentSharing {
  offer(offer: SegmentOffer): Promise<void>;
  /** By index. */
  take(segment: number): Promise<SegmentState>;
  /** Of a segment made by another process. False if the file is lost or incomplete: then `take` gives the segment. */
  fetch(segment: number, to: string): Promise<boolean>;
  /** Complete ones made by other processes, in this segment and later ones. */
  framesElsewhere(from: number): number;
}

/** Below, sharing takes as long as it saves. */
export const MIN_SHARED_SEGMENTS = 2;

export const SHARING_POLL_MS = 250;
