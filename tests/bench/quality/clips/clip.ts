import type { TrueFace } from '#tests/support/clips';
import type { Member } from '#tests/bench/quality/cast';

/** A moving picture with the exact truth of every frame, and who is to get whose face. */
export interface Clip {
  readonly name: string;
  readonly file: string;
  readonly fps: number;
  readonly truth: readonly (readonly TrueFace[])[];
  /** Frames that begin a scene, but for the first. */
  readonly cuts: readonly number[];
  /** By id: whose face they get. Who is not in it keeps their own. */
  readonly given: Readonly<Record<string, Member>>;
  /** Whether something that is no face covers a pixel in a frame. */
  readonly covers?: (frame: number, x: number, y: number) => boolean;
}

export const idsOf = ({ truth }: Clip): string[] => [...new Set(truth.flat().map(({ id }) => id))];
