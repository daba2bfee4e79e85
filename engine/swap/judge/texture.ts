import type { Canvas } from '#engine/swap/geometry/canvas';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import { allocate, copyIn, doublesAt, floatsAt, kernels } from '#engine/kernels/memory';
import type { Mask } from './mask';
import { meanOfSmallest } from '#engine/swap/ops/mean-of-smallest';
import type { Pixels } from '#engine/swap/geometry/pixels';

export interface Edges {
  /** Fine over coarse edge energy on eyes, brows and lips. */
  readonly sharpness: number;
  readonly energy: number;
}

export interface Texture {
  /** One for each of `spans`. */
  readonly edges: readonly Edges[];
  /** Standard deviation, 0–255. */
  readonly grain: number;
}

/** Pixels. In a picture that is blurred wider than a span, its edges are rounding noise. */
const spans = [1, 2, 4] as const;

/** Always reads the same positions. */
export interface TextureReader {
  readonly texture: (lights: number) => Texture;
  readonly grain: (lights: number) => number;
}

const [EDGES, FEATURES, NOISE] = [1, 2, 4] as const;

/** Luma is four times a channel's range; energies are squared. */
const lumaScale = 4;
/** Response to white noise of variance 1. */
const laplacianPower = 20;
const noisePower = 36;
/** The flattest cells show only noise. */
const flatShare = 0.3;
const minCells = 20;

/** width × height × 16 bits. */
export function lumaPlane({ width, height }: Pixels, rgb: number): number {
  const lights = allocate(2 * width * height);
  kernels().luma(rgb, width * height, lights);
  return lights;
}

export function createTextureReader({ width, height }: Pixels, canvas: Canvas, grid: Grid, mask: Mask): TextureReader {
  const { cell, columns, rows } = canvas;
  const uses = copyIn(cellUses(grid, mask));
  const sums = allocate(8 * 5);
  const masks = allocate(4 * (width + 16));
  const means = allocate(4 * columns * rows);
  /** At least four samples a cell. */
  const step = Math.max(1, cell >> 1);
  const readGrain = (lights: number): number => {
    const found = kernels().noiseEnergy(lights, width, height, cell, step, uses, columns, rows, means);
    return grainOf(floatsAt(means, found));
  };
  const readTexture = (lights: number): Texture => {
    const grain = readGrain(lights);
    const edges = spans.map((span) => {
      kernels().edgeEnergy(lights, width, height, cell, step, uses, columns, span, sums, masks);
      const [all, count, near, wide, pixels] = doublesAt(sums, 5);
      const noise = laplacianPower * grain * grain * pixels;
      const [fine, coarse] = [near, wide].map((sum) => Math.max(0, sum / lumaScale ** 2 - noise));
      return { sharpness: fine / (coarse + pixels + 1), energy: all / lumaScale ** 2 / Math.max(1, count) };
    });
    return { edges, grain };
  };
  return { texture: readTexture, grain: readGrain };
}

function cellUses(grid: Grid, { alpha }: Mask): Uint8Array {
  const uses = new Uint8Array(alpha.length);
  for (let i = 0; i < uses.length; i++) {
    // A beard has more edges than a target without one.
    const isNew = grid.fromTarget[i] === 0 && alpha[i] >= 0.5 && grid.beard[i] < 0.1;
    const isPlain = isNew && grid.pigmented[i] <= 0.05 && grid.feather[i] >= 0.9 && alpha[i] >= 0.9;
    uses[i] = (isNew ? EDGES : 0) | (isNew && grid.pigmented[i] >= 0.3 ? FEATURES : 0) | (isPlain ? NOISE : 0);
  }
  return uses;
}

function grainOf(means: Float32Array): number {
  if (means.length < minCells) return 0;
  const mean = meanOfSmallest(means, Math.ceil(flatShare * means.length));
  return Math.sqrt(mean / noisePower) / lumaScale;
}
