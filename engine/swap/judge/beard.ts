import type { FaceView } from '#engine/types';
import { ramp } from '#engine/swap/ops/curves';
import { maskReader } from './face-mask';
import { patchesAround } from './patch';

/** Chin and both of its sides, as far as no shadow of the chin reaches. */
const places = [200, 199, 208, 428, 201, 421, 170, 395, 169, 394, 211, 431];
const cheeks = [50, 280];
/** Outer eye distances. */
const reach = 0.03;
/** Mean over the places in the picture of what the net sees; less says nothing. */
const leastSeen = 0.1;
/** Mean over the places of what the net sees: none, and a beard. */
const chinHair = { from: 0.1, all: 0.4 };
/** Light over that of the cheeks: 0.23–0.46 in 7 photographs of beards, 0.65–0.86 in 15 of stubble. */
const dark = { from: 0.62, all: 0.5 };
/**
 * Roughness above that of the cheeks: 0.24 and more in sharp photographs of beards, at most 0.17 with stubble, 0.2 with
 * grain. It decides for pale beards; dark ones stay by their light.
 */
const hairy = { from: 0.2, all: 0.28 };

export interface TargetBeard {
  /** Share of what the net sees that stays, 0–1. */
  readonly stays: number;
  /** 1 with a beard on the chin that stays, 0 without one. */
  readonly onChin: number;
}

/**
 * The net also sees stubble. A beard of the target stays; stubble is painted over like skin, or it would hide the new
 * face's beard in pieces. Without a cheek in the picture to compare it with, all stays.
 */
export function readBeard({ image, landmarks, masks }: FaceView): TargetBeard {
  if (!masks?.beard) return { stays: 1, onChin: 0 };
  const read = maskReader(masks, landmarks);
  const chin = patchesAround(image, landmarks, places, reach);
  const skin = patchesAround(image, landmarks, cheeks, reach);
  let [sum, light, roughness] = [0, 0, 0];
  for (const patch of chin) {
    const weight = read('beard', landmarks[3 * patch.vertex], landmarks[3 * patch.vertex + 1]);
    sum += weight;
    light += weight * patch.light;
    roughness += weight * patch.roughness;
  }
  const seen = sum / Math.max(1, chin.length);
  const onChin = ramp(chinHair.from, chinHair.all, seen);
  if (skin.length === 0 || sum === 0 || seen < leastSeen) return { stays: 1, onChin };
  const brightest = Math.max(...skin.map((patch) => patch.light));
  const smoothest = Math.min(...skin.map((patch) => patch.roughness));
  const ofLight = ramp(dark.from, dark.all, light / sum / brightest);
  const stays = Math.max(ofLight, ramp(hairy.from, hairy.all, roughness / sum - smoothest));
  return { stays, onChin: stays * onChin };
}
