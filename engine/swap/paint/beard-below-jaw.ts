import type { FaceView, Landmarks } from '#engine/types';
import { bytesAt } from '#engine/kernels/memory';
import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import { aroundJaw, jaw } from '#engine/swap/geometry/jaw-line';
import type { Pixels } from '#engine/swap/geometry/pixels';
import { maskReader, type MaskReader } from '#engine/swap/judge/face-mask';
import type { Mask } from '#engine/swap/judge/mask';
import { meanSkin } from '#engine/swap/judge/mean-skin';
import { bilinear, bilinearRgb } from '#engine/swap/ops/bilinear';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, ramp } from '#engine/swap/ops/curves';
import { hasAny } from '#engine/swap/ops/has-any';
import { sumAt, sumOf } from '#engine/swap/ops/light';
import { dilate } from '#engine/swap/ops/morphology';
import type { Rgb } from '#engine/swap/source-types';

/** Heights of the face: how far hair grows below the outline of the jaw. */
const reach = 0.045;
/** Likewise: from where within the outline on. The new face is see-through beside its edge. */
const inset = 0.025;
/** Likewise: the edge of many beards is light, of thin or grey hair, and is not mirrored. */
const skipped = 0.012;
/** Opacity of the hair at the jaw; its share of `reach` from which on it thins out, and by which power. */
const opacity = 0.9;
const thinsFrom = 0.25;
const thinning = 1.2;
/** Of its light, lost in the shade below the jaw by the end of `reach`. */
const shade = 0.25;
/** Of `AroundJaw.below`: beside the jaw lies the background, or the ear. */
const below = { from: 0.3, all: 0.7 };
/** Numbers in `jaw` from either end. */
const ends = { from: 1, all: 3 };
/** Share of the grid's width by which a beard reaches beyond what counts as hair. */
const spread = 0.012;
/** Brightness, red over green and green over blue of a neck, over those of the face's skin. */
const neck = {
  bright: { from: 0.15, all: 0.3 },
  tooBright: { from: 1.5, all: 1.3 },
  red: { from: 0.86, all: 0.95 },
  yellow: { from: 0.78, all: 0.9 },
} as const;
/** Share of the grid's width over which the neck counts as even. */
const even = 0.025;
/** Of the net's masks: hands and hair in front of the neck. */
const covers = { from: 0.4, none: 0.15 };
/** 0–255: bounds the quotients of near-black. */
const floor = 6;

/** Planes of cells. */
interface Hanging {
  /** 0–1: opacity of the hair. */
  readonly share: Float32Array;
  /** Pixels, from the line that mirrors; and the unit vector out of the face. */
  readonly away: Float32Array;
  readonly across: Float32Array;
  readonly down: Float32Array;
  /** 0 at the jaw, 1 where the hair ends. */
  readonly progress: Float32Array;
  /** Pixels. */
  readonly skip: number;
}

/**
 * A beard grows on below the jaw, where no mesh reaches: on a bare neck it would end like a mask. The lower edge of the new
 * beard is mirrored there and thins out. It only darkens, so that a beard of the target stays.
 */
export function continueBeard(
  pixels: Pixels,
  canvas: Canvas,
  destination: Landmarks,
  grid: Grid,
  mask: Mask,
  view: FaceView,
): void {
  const skin = grid.hair && meanSkin(grid, mask);
  if (!skin) return;
  const hanging = hangingHair(canvas, destination, grid, skin, view);
  if (!hanging) return;
  const { share, away, across, down, progress, skip } = hanging;
  const { columns, rows, cell } = canvas;
  const { width, height } = pixels;
  const near = share.slice();
  dilate(near, columns, rows, 1); // opacity between two cells is a mixture of both
  const painted = bytesAt(pixels.painted, 3 * width * height); // last: dilation may have moved the memory
  const mirrored = new Float32Array(3);
  const paintAt = (x: number, y: number) => {
    const column = (x + 0.5) / cell - 0.5;
    const row = (y + 0.5) / cell - 0.5;
    const read = (plane: Float32Array) => bilinear(plane, columns, rows, column, row);
    const alpha = read(share);
    if (alpha === 0) return;
    const back = 2 * read(away) + skip;
    bilinearRgb(painted, width, height, x - back * read(across), y - back * read(down), mirrored, 0);
    const light = 1 - shade * read(progress);
    for (let k = 0, at = 3 * (y * width + x); k < 3; k++, at++) {
      const darker = Math.min(0, light * mirrored[k] - painted[at]);
      painted[at] += Math.round(alpha * darker);
    }
  };
  for (let i = 0; i < share.length; i++) {
    if (near[i] === 0) continue;
    const left = cell * (i % columns);
    const top = cell * Math.floor(i / columns);
    for (let y = top; y < Math.min(top + cell, height); y++)
      for (let x = left; x < Math.min(left + cell, width); x++) paintAt(x, y);
  }
}

function hangingHair(
  canvas: Canvas,
  destination: Landmarks,
  grid: Grid,
  skin: Rgb,
  view: FaceView,
): Hanging | undefined {
  const { columns, rows, cell, region } = canvas;
  const jawed = aroundJaw(canvas, destination, Math.max(reach, 2 * inset));
  const { height, across, down, place } = jawed;
  const planes = () => new Float32Array(columns * rows);
  const [share, away, progress] = [planes(), planes(), planes()];
  const beard = grid.hair!.share.slice();
  dilate(beard, columns, rows, Math.max(1, Math.round(spread * columns)));
  const bare = bareNeck(grid, skin);
  const seen = view.masks && maskReader(view.masks, view.landmarks);
  for (let i = 0; i < share.length; i++) {
    if (place[i] < 0) continue;
    const beyond = jawed.away[i] + inset;
    away[i] = beyond * height * cell;
    progress[i] = clamp(beyond / (reach + inset), 0, 1);
    const fromEnd = Math.min(place[i], jaw.length - 1 - place[i]);
    const most = ramp(below.from, below.all, jawed.below[i]) * ramp(ends.from, ends.all, fromEnd) * bare[i];
    if (beyond <= 0 || most === 0) continue;
    const [column, row] = [(i % columns) + 0.5, Math.floor(i / columns) + 0.5];
    const hairAt = (back: number) =>
      bilinear(beard, columns, rows, column - back * across[i] - 0.5, row - back * down[i] - 0.5);
    // Not more than on the line: hair that begins further up would leave a gap.
    const hairy = Math.min(hairAt(height * beyond), hairAt(height * (2 * beyond + skipped)));
    if (hairy === 0) continue;
    const isFree = seen ? freeOf(seen, region.x + column * cell, region.y + row * cell) : 1;
    const thin = ramp(1, thinsFrom, progress[i]) ** thinning;
    share[i] = opacity * hairy * most * isFree * thin * ramp(-inset, -0.4 * inset, jawed.away[i]);
  }
  return hasAny(share) ? { share, away, across, down, progress, skip: skipped * height * cell } : undefined;
}

const freeOf = (seen: MaskReader, x: number, y: number): number =>
  ramp(covers.from, covers.none, seen('hair', x, y) + seen('cover', x, y));

/** Cells, 0–1: of the colour of skin outside the face, and continued into it. */
function bareNeck({ target, covered, columns, rows }: Grid, skin: Rgb): Float32Array {
  const [share, outside] = [new Float32Array(columns * rows), new Float32Array(columns * rows)];
  const light = sumOf(skin);
  const [skinRed, skinGreen, skinBlue] = skin.map((value) => value + floor);
  for (let i = 0, at = 0; i < share.length; i++, at += 3) {
    if (covered[i] > 0) continue;
    outside[i] = 1;
    const [red, green, blue] = [target[at] + floor, target[at + 1] + floor, target[at + 2] + floor];
    const bright = sumAt(target, at) / light;
    share[i] =
      ramp(neck.bright.from, neck.bright.all, bright) *
      ramp(neck.tooBright.from, neck.tooBright.all, bright) *
      ramp(neck.red.from, neck.red.all, ((red / green) * skinGreen) / skinRed) *
      ramp(neck.yellow.from, neck.yellow.all, ((green / blue) * skinBlue) / skinGreen);
  }
  const radius = Math.max(1, Math.round(even * columns));
  for (const plane of [share, outside]) boxBlur(plane, columns, rows, radius, 2);
  for (let i = 0; i < share.length; i++) share[i] /= outside[i] + 1e-3;
  return share;
}
