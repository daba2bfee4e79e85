import type { FaceFinder } from '#engine/analyse/face-finder';
import type { Limits, MediaKind, OnFrames, OnProgress, Stage, Swapper } from '#engine/types';

/** What every operation on photos works with. */
export interface PhotoContext {
  readonly faces: FaceFinder;
  readonly swapper: Swapper;
}

export interface WorkOptions {
  limits?: Partial<Limits>;
  /** Aborting it ends the work with `aborted`; nothing is left behind. */
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** What work on media of any kind may be told besides. */
export interface MediaOptions extends WorkOptions {
  /** Kinds to accept; photos alone unless told otherwise. */
  kinds?: readonly MediaKind[];
  /** The part to work on, milliseconds from the start. Of no meaning to photos. */
  fromMs?: number;
  toMs?: number;
  onFrames?: OnFrames;
  /**
   * Of videos: a file that keeps whom `analyse` has found where. `analyse` writes it; `swap` and `preview`, told of the
   * same part of the same media, need not look for anybody again. One that does not fit is passed over.
   */
  tracks?: string;
}

/** Percent of the whole work that is done when a stage begins. */
const startOf: Record<Stage, number> = { reading: 0, detecting: 15, swapping: 45, writing: 80 };

/** Announces the beginning of a stage. */
export function announce(onProgress: OnProgress | undefined, stage: Stage): void {
  onProgress?.(stage, startOf[stage]);
}
