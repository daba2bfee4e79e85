import type { Image } from '../types';
import type { Canvas } from './canvas';
import type { Grid } from './grid';
import type { Mask } from './mask';

/** How a picture was taken, as far as it shows on a face: how sharp its edges are, and how much it rustles. */
export interface Finish {
  /** Energy of the finest edges over that of wider ones, on eyes, brows and lips: falls with blur, not with contrast. */
  readonly crispness: number;
  /** Mean energy of the finest edges over the whole face, skin and features. */
  readonly edges: number;
  /** Standard deviation of the noise of one pixel, 0–255. */
  readonly grain: number;
}

/** Distance of the wider edges, in pixels. */
const wide = 3;
/** Sum of the squared weights of the Laplacian, and of the noise operator below: what white noise of variance 1 gives. */
const laplacianPower = 20;
const noisePower = 36;
/** Of the cells of plain skin this share is flat enough to show noise alone. */
const flatShare = 0.3;
const fewestCells = 20;

/** Reads the finish of the face in `image` as it is at the moment. */
export function readFinish(image: Image, canvas: Canvas, grid: Grid, mask: Mask): Finish {
  const grain = readGrain(image, canvas, grid, mask);
  const light = lightOf(image);
  let fine = 0;
  let coarse = 0;
  let pixels = 0;
  let edges = 0;
  let looked = 0;
  forEachSample(image, canvas, wide, (cell, at) => {
    if (grid.kept[cell] > 0 || mask.share[cell] < 0.5) return;
    const centre = 4 * light(at);
    const down = image.width;
    const near = centre - light(at - 1) - light(at + 1) - light(at - down) - light(at + down);
    edges += near * near;
    looked++;
    if (grid.drawn[cell] < 0.3) return;
    const far = centre - light(at - wide) - light(at + wide) - light(at - wide * down) - light(at + wide * down);
    fine += near * near;
    coarse += far * far;
    pixels++;
  });
  const noise = laplacianPower * grain * grain * pixels;
  const crispness = Math.max(0, fine - noise) / (Math.max(0, coarse - noise) + pixels + 1);
  return { crispness, edges: edges / Math.max(1, looked), grain };
}

/**
 * Noise by the operator that straight edges and slopes leave at zero (Immerkær, "Fast Noise Variance Estimation", 1996),
 * over the flattest cells of plain skin, where there are no pores or stubble to be mistaken for it.
 */
function readGrain(image: Image, canvas: Canvas, grid: Grid, mask: Mask): number {
  const sums = new Float64Array(mask.share.length);
  const counts = new Uint32Array(mask.share.length);
  const light = lightOf(image);
  forEachSample(image, canvas, 1, (cell, at) => {
    if (grid.drawn[cell] > 0.05 || grid.feather[cell] < 0.9 || mask.share[cell] < 0.9) return;
    const [up, down] = [at - image.width, at + image.width];
    const sides = light(at - 1) + light(at + 1) + light(up) + light(down);
    const corners = light(up - 1) + light(up + 1) + light(down - 1) + light(down + 1);
    sums[cell] += (4 * light(at) - 2 * sides + corners) ** 2;
    counts[cell]++;
  });
  const variances = [...sums].flatMap((sum, cell) => (counts[cell] > 0 ? [sum / counts[cell] / noisePower] : []));
  if (variances.length < fewestCells) return 0;
  const flat = variances.sort((a, b) => a - b).slice(0, Math.ceil(flatShare * variances.length));
  return Math.sqrt(flat.reduce((sum, variance) => sum + variance, 0) / flat.length);
}

const lightOf =
  ({ data }: Image) =>
  (at: number): number =>
    (data[3 * at] + 2 * data[3 * at + 1] + data[3 * at + 2]) / 4;

/** Visits at least four pixels a cell, `border` or more from the picture's edge: enough to judge by. */
function forEachSample(
  image: Image,
  { region, cell, columns }: Canvas,
  border: number,
  visit: (cell: number, at: number) => void,
): void {
  const step = Math.max(1, cell >> 1);
  const right = Math.min(region.width, image.width - border - region.x);
  const bottom = Math.min(region.height, image.height - border - region.y);
  for (let y = Math.max(0, border - region.y); y < bottom; y += step) {
    const row = Math.floor(y / cell) * columns;
    const start = (region.y + y) * image.width + region.x;
    for (let x = Math.max(0, border - region.x); x < right; x += step) visit(row + Math.floor(x / cell), start + x);
  }
}
