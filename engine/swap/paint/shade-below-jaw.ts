import type { Landmarks } from '#engine/types';
import { bytesAt } from '#engine/kernels/memory';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import { aroundJaw } from '#engine/swap/geometry/jaw-line';
import type { Hair } from '#engine/swap/geometry/grid/shave';
import type { Pixels } from '#engine/swap/geometry/pixels';
import type { Mask } from '#engine/swap/judge/mask';
import { meanSkin } from '#engine/swap/judge/mean-skin';
import { bilinear, bilinearRgb } from '#engine/swap/ops/bilinear';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';
import { hasAny } from '#engine/swap/ops/has-any';
import { sumAt, sumOf } from '#engine/swap/ops/light';
import { pullPush } from '#engine/swap/ops/pull-push';
import { cellMeansAt } from '#engine/swap/ops/resample';

/** Distance from the outline of the jaw, in heights of the face. */
const band = { from: 0.045, all: 0.025 };
/** Likewise: the neck, whose hue the shade gets. */
const neckUpTo = 0.09;
/** Sum of red, green and blue over that of the skin: stubble, and hair. */
const hairLight = { from: 0.7, all: 0.5 };
/** Share of the grid's width, and of the face there: dark hair above the shade. */
const nearby = 0.05;
const hairy = { from: 0.2, all: 0.6 };
/** Red over green, over that of the neck. */
const redder = { from: 1.1, all: 1.5 };
/** Brightness over that of the neck. */
const darker = { from: 0.95, all: 0.75 };
/** Green over blue, over that of the neck: clothes may be red, too, but not as yellow. */
const yellow = { from: 0.85, all: 1 };
/** 0–255: bounds the quotients of near-black. */
const floor = 6;

/**
 * Light that has passed through a bare chin draws a red line of shade below it. Below a beard of the source it would be a red
 * rim: there the shade keeps its light and gets the hue of the neck, or of the face where that is redder.
 */
export function easeShadeBelowJaw(
  pixels: Pixels,
  canvas: Canvas,
  destination: Landmarks,
  grid: Grid,
  mask: Mask,
): void {
  const { hair } = grid;
  const seen = hair && meanSkin(grid, mask);
  if (!seen) return;
  const skin = seen.map((value) => value + floor);
  const { columns, rows, cell } = canvas;
  const fromJaw = aroundJaw(canvas, destination, neckUpTo).away.map(Math.abs);
  const shares = beardAbove(pixels, canvas, grid.covered, hair, fromJaw, skin);
  if (!hasAny(shares)) return;
  const neck = neckBelow(grid, fromJaw, skin);
  const painted = bytesAt(pixels.painted, 3 * pixels.width * pixels.height);
  const wanted = new Float32Array(3);
  const easeAt = (x: number, y: number, at: number) => {
    const column = (x + 0.5) / cell - 0.5;
    const row = (y + 0.5) / cell - 0.5;
    bilinearRgb(neck, columns, rows, column, row, wanted, 0);
    const share = redShade(painted, at, wanted) * bilinear(shares, columns, rows, column, row);
    if (share === 0) return;
    const light = luma(painted, at, floor) / luma(wanted, 0, 0);
    for (let k = 0; k < 3; k++)
      painted[at + k] = clamp(mix(painted[at + k], light * wanted[k] - floor, share) + 0.5, 0, 255);
  };
  for (let i = 0; i < shares.length; i++) {
    if (shares[i] === 0) continue;
    const left = cell * (i % columns);
    const top = cell * Math.floor(i / columns);
    const right = Math.min(left + cell, pixels.width);
    const bottom = Math.min(top + cell, pixels.height);
    const least = (redder.from * neck[3 * i]) / neck[3 * i + 1];
    for (let y = top; y < bottom; y++) {
      for (let x = left, at = 3 * (y * pixels.width + left); x < right; x++, at += 3) {
        if (painted[at] + floor > least * (painted[at + 1] + floor)) easeAt(x, y, at);
      }
    }
  }
}

/** 0–1. @param neck with `floor` */
function redShade(rgb: Uint8Array, at: number, neck: Float32Array): number {
  const [red, green, blue] = [rgb[at] + floor, rgb[at + 1] + floor, rgb[at + 2] + floor];
  return (
    ramp(redder.from, redder.all, ((red / green) * neck[1]) / neck[0]) *
    ramp(darker.from, darker.all, (red + green + blue) / sumAt(neck, 0)) *
    ramp(yellow.from, yellow.all, ((green / blue) * neck[2]) / neck[1])
  );
}

const luma = (rgb: ArrayLike<number>, at: number, more: number): number =>
  0.299 * rgb[at] + 0.587 * rgb[at + 1] + 0.114 * rgb[at + 2] + more;

/** Cells, 0–1, along the jaw: share of the effect. */
function beardAbove(
  pixels: Pixels,
  { cell, columns, rows }: Canvas,
  covered: Float32Array,
  hair: Hair,
  fromJaw: Float32Array,
  skin: readonly number[],
): Float32Array {
  const cells = columns * rows;
  const fresh = new Float32Array(3 * cells);
  cellMeansAt(pixels.painted, pixels, cell, fresh);
  const [inside, dark, shares] = [new Float32Array(cells), new Float32Array(cells), new Float32Array(cells)];
  const ofSkin = sumOf(skin);
  for (let i = 0; i < cells; i++) {
    if (covered[i] === 0 || fromJaw[i] <= band.all) continue;
    inside[i] = 1;
    const share = hair.share[i];
    if (share > 0) dark[i] = share * ramp(hairLight.from, hairLight.all, sumAt(fresh, 3 * i) / ofSkin);
  }
  const radius = Math.max(1, Math.round(nearby * columns));
  for (const plane of [inside, dark]) boxBlur(plane, columns, rows, radius, 2);
  for (let i = 0; i < cells; i++) {
    if (fromJaw[i] >= band.from) continue;
    shares[i] = ramp(band.from, band.all, fromJaw[i]) * ramp(hairy.from, hairy.all, dark[i] / (inside[i] + 1e-3));
  }
  return shares;
}

/** Cells × 3, with `floor`: continued to the jaw. */
function neckBelow(
  { target, covered, columns, rows }: Grid,
  fromJaw: Float32Array,
  skin: readonly number[],
): Float32Array {
  const neck = target.slice();
  const known = new Float32Array(covered.length);
  for (let i = 0; i < known.length; i++)
    if (covered[i] === 0 && fromJaw[i] >= band.from && fromJaw[i] < neckUpTo) known[i] = 1;
  pullPush(neck, known, columns, rows);
  const redness = skin[0] / skin[1];
  for (let i = 0, at = 0; i < known.length; i++, at += 3) {
    for (let k = at; k < at + 3; k++) neck[k] += floor;
    if (neck[at] < redness * neck[at + 1]) for (let k = 0; k < 3; k++) neck[at + k] = skin[k];
  }
  return neck;
}
