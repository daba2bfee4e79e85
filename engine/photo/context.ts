import type { FaceFinder } from '#engine/analyse/face-finder';
import type { NeuralDriver } from '#engine/neural/driver';
import type { Limits, MediaKind, OnFrames, OnProgress, Stage, Swapper } from '#engine/types';

export interface PhotoContext {
  readonly faces: FaceFinder;
  readonly swapper: Swapper;
  /** Absent without a folder of packs. */
  readonly neural?: NeuralDriver;
}

export interface QualityOptions {
  /** Id of a quality; default `mesh`. A swap and a preview take that of their sources. */
  quality?: string;
}

export interface SourceOptions {
  /** Also who the faces are, for comparisons. */
  identities?: boolean;
}

export interface WorkOptions {
  limits?: Partial<Limits>;
  /** Rejects with `aborted` and leaves nothing behind. */
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

export interface MediaOptions extends WorkOptions {
  /** Default photos only. */
  kinds?: readonly MediaKind[];
  /** Milliseconds from the start. Ignored for photos. */
  fromMs?: number;
  toMs?: number;
  onFrames?: OnFrames;
  /**
   * Cache of a video's tracks: `analyse` writes it; `swap` and `preview` read it. A file that does not match is
   * ignored.
   */
  tracks?: string;
}

/** Percent. */
const startOf: Record<Stage, number> = { reading: 0, detecting: 15, swapping: 45, writing: 80 };

export function reportStage(onProgress: OnProgress | undefined, stage: Stage): void {
  onProgress?.(stage, startOf[stage]);
}
