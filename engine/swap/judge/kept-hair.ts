import type { FaceView } from '#engine/types';
import { beardShare, chinHair } from './beard';
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
  const replaced = own * moustache * (1 - chinHair(view));
  return { beard: (1 - replaced) * beardShare(view), moustache: own - replaced };
}
