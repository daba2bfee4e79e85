import { bytesAt, copyIn, kernels, withScratch, wordsAt } from '#engine/kernels/memory';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import type { Hair } from '#engine/swap/geometry/grid/shave';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { bilinear } from '#engine/swap/ops/bilinear';
import { clamp, mix } from '#engine/swap/ops/curves';

/** Share of the face's pixels that count as its black: pupils, nostrils and lashes. */
const darkShare = 0.004;
/** Of 255: from this opacity on, a pixel is the new face's. */
const opaque = 128;
/** Values up to this many times the target's black, and as much more, are lifted, but none that are as light as its skin. */
const reach = { times: 2, more: 24 };
/** Share of the face's pixels that are darker than most of its skin. */
const middle = 0.5;
/** Of what a channel is lifted more than the others: this part is coloured haze. */
const hairRedness = 0.4;
/** Every second row and column is counted. */
const stride = 2;
const channels = [0, 1, 2] as const;

/**
 * In haze, in the dark and in soft pictures nothing is black: the lashes and nostrils of a clear photo would be the only
 * black there. Lifts each channel's darkest values to the target's. A face's own black is red, since light in nostrils and
 * lids has passed through skin; hair of a beard is lifted by haze, which all channels have.
 */
export function matchBlack(pixels: Pixels, canvas: Canvas, { hair }: Grid): void {
  const { target, fresh } = countValues(pixels);
  const blacks = channels.map((k) => ({
    wanted: valueAt(darkShare, target[k]),
    present: valueAt(darkShare, fresh[k]),
    skin: valueAt(middle, target[k]),
  }));
  if (blacks.every(({ wanted, present }) => wanted <= present)) return;
  const amounts = blacks.map(({ wanted, present }) => Math.max(0, wanted - present));
  const curves = blacks.map((black, k) => curveFor(black, amounts[k]));
  if (!hair) return lift(pixels, curves);
  const haze = Math.min(...amounts);
  const ofHair = blacks.map((black, k) => curveFor(black, mix(haze, amounts[k], hairRedness)));
  lift(pixels, curves, hairLift(ofHair, hair, canvas));
}

interface HairLift {
  /** By channel: new value of each value. */
  readonly curves: readonly Uint8Array[];
  readonly cell: number;
  /** Shares of hair at row `y` of the pixels, in the middles of the cells' columns; valid until the next call. */
  cellsAt(y: number): Float32Array;
}

function hairLift(curves: readonly Uint8Array[], { share }: Hair, { cell, columns, rows }: Canvas): HairLift {
  const cells = new Float32Array(columns);
  const cellsAt = (y: number) => {
    const down = (y + 0.5) / cell - 0.5;
    for (let column = 0; column < columns; column++) cells[column] = bilinear(share, columns, rows, column, down);
    return cells;
  };
  return { curves, cell, cellsAt };
}

/** @param at 0 is the first cell's middle; borders are replicated */
function linear(cells: Float32Array, at: number): number {
  const inside = clamp(at, 0, cells.length - 1);
  const left = Math.floor(inside);
  return mix(cells[left], cells[Math.min(left + 1, cells.length - 1)], inside - left);
}

/** Pixels by value, of each channel: of the target's face before the swap, and of the new face. */
function countValues({ width, height, ids, original, painted, alpha }: Pixels) {
  const values = 256;
  return withScratch(() => {
    const [before, after] = [copyIn(new Uint32Array(3 * values)), copyIn(new Uint32Array(3 * values))];
    kernels().countValues(ids, original, painted, alpha, width, height, stride, opaque, before, after);
    const byChannel = (counts: number) => channels.map((k) => wordsAt(counts + 4 * values * k, values).slice());
    return { target: byChannel(before), fresh: byChannel(after) };
  });
}

/** The value that `share` of the pixels do not exceed; 255 without pixels. */
function valueAt(share: number, counts: Uint32Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return 255;
  let value = 0;
  for (let seen = counts[0]; seen < share * total; seen += counts[value]) value++;
  return value;
}

/** New value of each value: black is lifted by the whole amount, values from the end of the reach on by nothing. */
function curveFor({ wanted, skin }: { wanted: number; skin: number }, amount: number): Uint8Array {
  const end = Math.max(1, Math.min(reach.times * wanted + reach.more, skin));
  const lifted = (value: number) => value + amount * Math.max(0, 1 - value / end);
  return Uint8Array.from({ length: 256 }, (_, value) => lifted(value) + 0.5);
}

/** @param curves by channel: new value of each value */
function lift({ width, height, painted, alpha }: Pixels, curves: readonly Uint8Array[], ofHair?: HairLift): void {
  const opacity = bytesAt(alpha, width * height);
  const bytes = bytesAt(painted, 3 * width * height);
  const [red, green, blue] = curves;
  const [hairRed, hairGreen, hairBlue] = ofHair?.curves ?? curves;
  const cell = ofHair?.cell ?? 1;
  for (let y = 0, i = 0, at = 0; y < height; y++) {
    const cells = ofHair?.cellsAt(y);
    for (let x = 0; x < width; x++, i++, at += 3) {
      if (opacity[i] === 0) continue;
      const r = bytes[at];
      const g = bytes[at + 1];
      const b = bytes[at + 2];
      if (red[r] === r && green[g] === g && blue[b] === b) continue;
      const share = opacity[i] / 255;
      const hair = cells === undefined ? 0 : linear(cells, (x + 0.5) / cell - 0.5);
      bytes[at] = r + share * mix(red[r] - r, hairRed[r] - r, hair);
      bytes[at + 1] = g + share * mix(green[g] - g, hairGreen[g] - g, hair);
      bytes[at + 2] = b + share * mix(blue[b] - b, hairBlue[b] - b, hair);
    }
  }
}
