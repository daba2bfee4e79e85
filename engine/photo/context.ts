import type { FaceFinder } from '../analyse/face-finder';
import type { Limits, OnProgress, Stage, Swapper } from '../types';

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

/** Percent of the whole work that is done when a stage begins. */
const startOf: Record<Stage, number> = { reading: 0, detecting: 15, swapping: 45, writing: 80 };

/** Announces the beginning of a stage. */
export function announce(onProgress: OnProgress | undefined, stage: Stage): void {
  onProgress?.(stage, startOf[stage]);
}
