import type { BoundPerson } from '../photo/bind';
import type { Swapper } from '../types';
import type { Followed } from './follow';
import type { PaintedFace, Paints } from './paint';

/** Everybody to be seen in a frame, in its own pixels. */
export function facesIn({ cast, scale }: Followed, frame: number): PaintedFace[] {
  return cast.inFrame(frame).map(({ landmarks, ...face }) => ({
    ...face,
    landmarks: scale === 1 ? landmarks : landmarks.map((value) => value * scale),
  }));
}

/** The faces that were chosen, by who gets them. */
export function paintsOf({ people }: Followed, bound: readonly BoundPerson[], { name }: Swapper): Paints {
  const sourceOf = new Map(bound.map(({ index, source }) => [index, source]));
  return { swapper: name, materials: people.map((_, index) => sourceOf.get(index)?.material) };
}
