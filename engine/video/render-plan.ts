import type { BoundPerson } from '#engine/photo/bind';
import type { Swapper } from '#engine/types';
import type { Tracks } from './follow';
import type { Footage } from './clip';
import type { PaintedFace, Paints } from './paint-frame';

/** What is needed to make the frames of a result. */
export interface Scene {
  readonly footage: Footage;
  readonly tracks: Tracks;
  readonly paints: Paints;
  /** Keys of those who get a new face. */
  readonly persons: string[];
}

/** Everybody to be seen in a frame, in its own pixels. */
export function facesIn({ cast, scale }: Tracks, frame: number): PaintedFace[] {
  return cast.inFrame(frame).map(({ landmarks, ...face }) => ({
    ...face,
    landmarks: scale === 1 ? landmarks : landmarks.map((value) => value * scale),
  }));
}

/** The faces that were chosen, by who gets them. */
export function paintsOf({ cast }: Tracks, bound: readonly BoundPerson[], { name }: Swapper): Paints {
  const sourceOf = new Map(bound.map(({ index, source }) => [index, source]));
  return { swapper: name, materials: cast.bestFrames.map((_, index) => sourceOf.get(index)?.material) };
}
