import type { TrueFace } from '#tests/support/clips';
import type { Member } from '#tests/bench/quality/cast';

export interface Clip {
  readonly name: string;
  readonly file: string;
  readonly fps: number;
  readonly truth: readonly (readonly TrueFace[])[];
  /** First frames of later scenes. */
  readonly cuts: readonly number[];
  /** By person id; others keep their face. */
  readonly given: Readonly<Record<string, Member>>;
  readonly covers?: (frame: number, x: number, y: number) => boolean;
}

export const idsOf = ({ truth }: Clip): string[] => [...new Set(truth.flat().map(({ id }) => id))];
