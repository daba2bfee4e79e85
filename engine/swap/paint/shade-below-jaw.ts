import type { Landmarks } from '#engine/types';
import { bytesAt } from '#engine/kernels/memory';
import { distance } from '#engine/mesh/pose';
import { chin, foreheadTop } from '#engine/mesh/topology';
import { toCells, type Canvas } from '#engine/swap/geometry/canvas';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import type { Pixels } from '#engine/swap/geometry/pixels';
import type { Mask } from '#engine/swap/judge/mask';
import { bilinear, bilinearRgb } from '#engine/swap/ops/bilinear';
import { boxBlur } from '#engine/swap/ops/box-blur';
import { clamp, mix, ramp } from '#engine/swap/ops/curves';
import { sumAt } from '#engine/swap/ops/light';
import { pullPush } from '#engine/swap/ops/pull-push';
import { cellMeansAt } from '#engine/swap/ops/resample';
import { WeightedMean } from '#engine/swap/ops/weighted-mean';

const jaw = [172, 136, 150, 149, 176, 148, chin, 377, 400, 378, 379, 365, 397];
/** Distance from the outline of the jaw, in heights of the face. */
const band = { from: 0.045, all: 0.025 };
/** Likewise: the neck, whose hue the shade gets. */
const neckUpTo = 0.09;
/** Sum of red, green and blue over that of the skin: hair, beside what is stubble. */
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
  const skin = grid.hair && meanSkin(grid, mask);
  if (!skin) return;
  const { columns, rows, cell } = canvas;
  const fromJaw = distances(canvas, destination);
  const shares = beardAbove(pixels, canvas, grid, fromJaw, skin);
  const neck = neckBelow(grid, fromJaw, skin);
  const painted = bytesAt(pixels.painted, 3 * pixels.width * pixels.height);
  const wanted = new Float32Array(3);
  for (let y = 0; y < pixels.height; y++) {
    for (let x = 0; x < pixels.width; x++) {
      if (shares[Math.floor(y / cell) * columns + Math.floor(x / cell)] === 0) continue;
      const [column, row] = [(x + 0.5) / cell - 0.5, (y + 0.5) / cell - 0.5];
      bilinearRgb(neck, columns, rows, column, row, wanted, 0);
      const at = 3 * (y * pixels.width + x);
      const share = redShade(painted, at, wanted) * bilinear(shares, columns, rows, column, row);
      if (share === 0) continue;
      const light = luma(painted, at, floor) / luma(wanted, 0, 0);
      for (let k = 0; k < 3; k++)
        painted[at + k] = clamp(mix(painted[at + k], light * wanted[k] - floor, share) + 0.5, 0, 255);
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

/** Mean colour of the target's skin with `floor`; undefined where none is seen. */
function meanSkin({ target, covered, fromTarget, anyPigmented }: Grid, { skin }: Mask): Float32Array | undefined {
  const means = [0, 1, 2].map(() => new WeightedMean());
  for (let i = 0; i < covered.length; i++) {
    const weight = skin[i] * covered[i] * (1 - fromTarget[i]) * (1 - anyPigmented[i]);
    means.forEach((mean, k) => mean.add(target[3 * i + k] + floor, weight));
  }
  return means[0].weight < 1 ? undefined : Float32Array.from(means, (mean) => mean.value);
}

/** Cells: distance from the outline of the jaw, in heights of the face. */
function distances(canvas: Canvas, destination: Landmarks): Float32Array {
  const points = toCells(destination, canvas);
  const height = distance(points, chin, foreheadTop) + 1e-6;
  const away = new Float32Array(canvas.columns * canvas.rows);
  for (let row = 0, i = 0; row < canvas.rows; row++) {
    for (let column = 0; column < canvas.columns; column++, i++)
      away[i] = distanceToJaw(points, column + 0.5, row + 0.5) / height;
  }
  return away;
}

function distanceToJaw(points: Landmarks, x: number, y: number): number {
  let least = Infinity;
  for (let i = 1; i < jaw.length; i++) {
    const [x0, y0] = [points[3 * jaw[i - 1]], points[3 * jaw[i - 1] + 1]];
    const [dx, dy] = [points[3 * jaw[i]] - x0, points[3 * jaw[i] + 1] - y0];
    const share = clamp(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy + 1e-6), 0, 1);
    least = Math.min(least, Math.hypot(x - x0 - share * dx, y - y0 - share * dy));
  }
  return least;
}

/** Cells, 0–1, along the jaw: share of the effect. */
function beardAbove(
  pixels: Pixels,
  { cell, columns, rows }: Canvas,
  { hair, covered }: Grid,
  fromJaw: Float32Array,
  skin: Float32Array,
): Float32Array {
  const fresh = new Float32Array(3 * columns * rows);
  cellMeansAt(pixels.painted, pixels, cell, fresh);
  const inside = covered.map((share, i) => (fromJaw[i] > band.all ? share : 0));
  const dark = inside.map(
    (share, i) => share * hair!.share[i] * ramp(hairLight.from, hairLight.all, sumAt(fresh, 3 * i) / sumAt(skin, 0)),
  );
  const radius = Math.max(1, Math.round(nearby * columns));
  for (const plane of [inside, dark]) boxBlur(plane, columns, rows, radius, 2);
  return dark.map((share, i) => {
    const beside = ramp(band.from, band.all, fromJaw[i]);
    return beside === 0 ? 0 : beside * ramp(hairy.from, hairy.all, share / (inside[i] + 1e-3));
  });
}

/** Cells × 3, with `floor`: continued to the jaw. */
function neckBelow({ target, covered, columns, rows }: Grid, fromJaw: Float32Array, skin: Float32Array): Float32Array {
  const neck = target.map((value) => value + floor);
  const known = covered.map((share, i) => (share === 0 && fromJaw[i] >= band.from && fromJaw[i] < neckUpTo ? 1 : 0));
  pullPush(neck, known, columns, rows);
  for (let i = 0; i < known.length; i++) {
    if (neck[3 * i] * skin[1] < skin[0] * neck[3 * i + 1]) neck.set(skin, 3 * i);
  }
  return neck;
}
