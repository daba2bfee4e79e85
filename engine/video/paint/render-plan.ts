import type { BoundPerson } from '#engine/photo/bind';
import type { Swapper } from '#engine/types';
import type { ClipTracks } from '#engine/video/track/track-clip';
import type { Clip } from '#engine/video/clip/clip';
import type { FaceToPaint, RenderSpec } from './paint-frame';
import { scaleLandmarks } from '#engine/video/track/tracking-scale';

export interface RenderPlan {
  readonly clip: Clip;
  readonly tracks: ClipTracks;
  readonly spec: RenderSpec;
  readonly persons: string[];
  readonly swapper: Swapper;
}

/** Clip pixels. */
export function facesIn({ faces, scale }: Pick<ClipTracks, 'faces' | 'scale'>, frame: number): FaceToPaint[] {
  return faces.inFrame(frame).map(({ landmarks, ...face }) => ({
    ...face,
    landmarks: scaleLandmarks(landmarks, scale),
  }));
}

export function renderSpecOf({ faces }: ClipTracks, bound: readonly BoundPerson[]): RenderSpec {
  const sourceOf = new Map(bound.map(({ index, source }) => [index, source]));
  return { sources: faces.bestFrames.map((_, index) => sourceOf.get(index)?.prepared) };
}
