import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';
import { sumAt, sumOf } from '#engine/swap/ops/light';
import { dilate } from '#engine/swap/ops/morphology';
import { pullPush, relax } from '#engine/swap/ops/pull-push';
import { floats, type Workspace } from '#engine/swap/ops/workspace';
import type { Beard, Rgb } from '#engine/swap/source-types';
import type { Grid } from './grid';

const buffers = { skin: floats(), filled: floats(), share: floats(), dark: floats() };

/** Share of the grid's width around a beard where single hairs still darken the skin. */
const margin = 0.02;
/** Of a beard, and of brows and lips, from which a cell is no skin to fill from. */
const noSkin = 0.3;
/** Weight of the mean skin where none is seen: it decides only where the picture's edge cuts off all other skin. */
const unseen = 1e-6;
/** Darkness around, over that of the darkest hair: less is stubble or shade, which the net takes for a beard. */
const dense = { from: 0.35, all: 0.65 };
/** Darkness around: stubble up to `all`, a beard from `none` on. */
const stubble = { none: 0.3, all: 0.15 };
/** Blue over green, relative to the skin around: fair hair is yellower, and red skin is pinker. */
const pinker = { from: 0.97, all: 1.03 };
/** Share of the grid's width over which hair is dense. */
const around = 0.025;
/** Share of the grid's width by which hair of the chin hangs beyond what a photo shows. */
const hanging = 0.05;

/** Of the source's beard. */
export interface Hair {
  /** Of what is darkest, 0–255. */
  readonly colour: Rgb;
  /** Cells, 0–1: hair that is about as dark, where a photo shows it. */
  readonly share: Float32Array;
}

/**
 * Light and hue are compared on skin: `warped` loses its beard. The beard is as dark on another face; lips and brows are
 * no skin to fill it from.
 */
export function shave(grid: Grid, { skin, hair }: Beard, workspace: Workspace): Hair | undefined {
  const { warped, beard, covered, fromTarget } = grid;
  const filled = fillBeard(grid, skin, workspace);
  const share = workspace.view(buffers.share, beard.length);
  const dark = workspace.view(buffers.dark, beard.length);
  for (let i = 0, j = 0; i < beard.length; i++, j += 3) {
    share[i] = beard[i] * covered[i] * (1 - fromTarget[i]);
    dark[i] = share[i] * Math.max(0, 1 - sumAt(warped, j) / (sumAt(filled, j) + 1e-3));
  }
  keepHueOfStubble(filled, dark, share, grid);
  for (let i = 0, j = 0; i < beard.length; i++, j += 3) {
    for (let k = 0; k < 3; k++) warped[j + k] = mix(warped[j + k], filled[j + k], share[i]);
  }
  if (!hair) return undefined;
  keepDense(share, dark, filled, hair, grid);
  keepSeen(share, grid);
  return { colour: hair, share };
}

/**
 * Between the hairs of stubble the photo shows the skin's own hue, as that of a red chin.
 * @param filled cells × 3, changed. @param dark share by its darkness
 */
function keepHueOfStubble(
  filled: Float32Array,
  dark: Float32Array,
  share: Float32Array,
  { warped, columns, rows }: Grid,
): void {
  const [darkness, mass] = [dark.slice(), share.slice()];
  const radius = Math.max(1, Math.round(around * columns));
  for (const plane of [darkness, mass]) boxBlur(plane, columns, rows, radius, 2);
  for (let i = 0, j = 0; i < share.length; i++, j += 3) {
    if (share[i] === 0) continue;
    const sparse = 1 - ramp(stubble.all, stubble.none, darkness[i] / (mass[i] + 1e-6));
    const skin = sparse * ramp(pinker.from, pinker.all, blueOverGreen(warped, j) / blueOverGreen(filled, j));
    if (skin === 0) continue;
    const light = sumAt(filled, j) / (sumAt(warped, j) + 1e-3);
    for (let k = 0; k < 3; k++) filled[j + k] = mix(filled[j + k], light * warped[j + k], skin);
  }
}

/** Cells × 3: `warped`, continued over the beard from the skin around it. */
function fillBeard(
  { warped, beard, covered, fromTarget, pigmented, columns, rows }: Grid,
  mean: Rgb,
  workspace: Workspace,
): Float32Array {
  const skin = workspace.view(buffers.skin, beard.length);
  const filled = workspace.view(buffers.filled, warped.length);
  filled.set(warped);
  skin.set(beard);
  dilate(skin, columns, rows, Math.max(1, Math.round(margin * columns)));
  for (let i = 0; i < skin.length; i++) {
    skin[i] = covered[i] * (1 - fromTarget[i]) * ramp(noSkin, 0, pigmented[i]) * ramp(noSkin, 0, skin[i]);
    if (skin[i] > unseen) continue;
    skin[i] = unseen;
    for (let k = 0; k < 3; k++) filled[3 * i + k] = mean[k]; // `set` takes longer
  }
  pullPush(filled, skin, columns, rows);
  relax(filled, skin, columns, rows, 4);
  return filled;
}

const blueOverGreen = (rgb: Float32Array, at: number): number => (rgb[at + 2] + 1e-3) / (rgb[at + 1] + 1e-3);

/** @param share of beard, changed. @param dark share by its darkness, changed. @param skin cells × 3 */
function keepDense(
  share: Float32Array,
  dark: Float32Array,
  skin: Float32Array,
  hair: Rgb,
  { columns, rows }: Grid,
): void {
  const mass = share.slice();
  const radius = Math.max(1, Math.round(around * columns));
  for (const plane of [dark, mass]) boxBlur(plane, columns, rows, radius, 2);
  const darkest = sumOf(hair);
  for (let i = 0; i < share.length; i++) {
    if (share[i] === 0) continue;
    const most = Math.max(1 - darkest / (sumAt(skin, 3 * i) + 1e-3), 0.1);
    share[i] *= ramp(dense.from, dense.all, dark[i] / (mass[i] + 1e-6) / most);
  }
}

/** Hair that is filled from its surroundings is a dark smear. @param share changed */
function keepSeen(share: Float32Array, { known, chin, columns, rows }: Grid): void {
  const near = known.slice();
  dilate(near, columns, rows, Math.round(hanging * columns));
  for (let i = 0; i < share.length; i++) if (share[i] > 0) share[i] *= mix(known[i], near[i], clamp(chin[i], 0, 1));
}
