import type { Feature } from '#engine/swap/geometry/keepable';
import type { Box, Landmarks, Pose, SourceWarning, SwapSource } from '#engine/types';

export type Rgb = readonly [red: number, green: number, blue: number];

/** width × height × 3 bytes. */
export interface AtlasPatch extends Box {
  readonly data: Uint8Array;
}

/** size × size × 3 bytes. */
export interface AtlasLevel {
  readonly size: number;
  readonly data: Uint8Array;
  /** For a closed mouth; undefined if the lips are apart in every photo. */
  readonly closedLips?: AtlasPatch | undefined;
}

/** size × size, 0–1, laid out as the atlas. */
export interface ShareMap {
  readonly size: number;
  readonly data: Float32Array;
}

/** Where a beard is. Colours are 0–255. */
export interface Beard extends ShareMap {
  /** Mean of the cheeks. */
  readonly skin: Rgb;
  /** Mean of its darkest hair; undefined if hardly any is darker than the skin. */
  readonly hair: Rgb | undefined;
}

export interface PosedAtlas {
  readonly pose: Pose;
  readonly levels: readonly AtlasLevel[];
}

/** 0–255. The ratio to the sclera identifies eyes in any light. */
export interface EyeColour {
  readonly iris: Rgb;
  readonly white: Rgb;
}

export interface MeshSource extends SwapSource {
  readonly warnings: readonly SourceWarning[];
  /** Full resolution first. */
  readonly atlas: readonly AtlasLevel[];
  /** One per distinct pose, most frontal first; empty for one pose. */
  readonly poses: readonly PosedAtlas[];
  /** Pixels of the best photo; shape averaged over all. */
  readonly landmarks: Landmarks;
  /** landmarks × (column, row, 0) in the finest level. */
  readonly atlasPositions: Landmarks;
  readonly beard: Beard | undefined;
  /** Between nose and upper lip, 0–1. */
  readonly moustache: number;
  /** 1 where a photo shows the skin or its mirror image, 0 where it was filled from around. */
  readonly known: ShareMap;
  readonly eyes: EyeColour | undefined;
  /** 0: in colour; 1: in shades of one colour, so hues are the target's. */
  readonly monochrome: number;
  /** Not shown by any photo: the target's stay. */
  readonly unseen: readonly Feature[];
}
