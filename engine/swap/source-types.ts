import type { Landmarks, Pose, SourceWarning, SwapSource } from '#engine/types';

/** The atlas at one resolution: size × size × 3 bytes. */
export interface AtlasLevel {
  readonly size: number;
  readonly data: Uint8Array;
}

/** A face's atlas as it shows itself from one side. */
export interface PosedAtlas {
  readonly pose: Pose;
  readonly levels: readonly AtlasLevel[];
}

export type Rgb = readonly [red: number, green: number, blue: number];

/** What tells the colour of eyes in any light: their irises', beside that of their white. 0–255. */
export interface EyeColour {
  readonly iris: Rgb;
  readonly white: Rgb;
}

/** A face as the mesh swapper wants it: its skin laid flat, and its shape. */
export interface MeshSource extends SwapSource {
  readonly warnings: readonly SourceWarning[];
  /** From full resolution down by halves. */
  readonly atlas: readonly AtlasLevel[];
  /** Of several photos in different poses: the same face led by each of them, the most frontal first. */
  readonly poses: readonly PosedAtlas[];
  /** Landmarks in the best photo, in its pixels, shape averaged over all photos. */
  readonly landmarks: Landmarks;
  /** Where each landmark lies in the finest level: landmarks × (column, row, 0). */
  readonly atlasPositions: Landmarks;
  /** Undefined if no photo shows them. */
  readonly eyes: EyeColour | undefined;
}
