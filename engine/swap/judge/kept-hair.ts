import type { FaceView } from '#engine/types';
import { readBeard } from './beard';
import { moustacheShare } from './moustache';

/** Shares of the target's that stay, 0–1. */
export interface KeptHair {
  readonly beard: number;
  readonly moustache: number;
}

/**
 * The source's moustache takes the place of the target's: with both, one would be of two colours. Above a beard that stays, the
 * target's fits better.
 * @param moustache of the source, 0–1
 */
export function keptHair(view: FaceView, moustache: number): KeptHair {
  const own = moustacheShare(view);
  const { stays, onChin } = readBeard(view);
  const replaced = own * moustache * (1 - onChin);
  return { beard: (1 - replaced) * stays, moustache: own - replaced };
}
