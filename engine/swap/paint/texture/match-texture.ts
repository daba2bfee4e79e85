import { allocate, bytesAt, kernels, withScratch } from '#engine/kernels/memory';
import { lumaPlane, type Edges, type Texture, type TextureReader } from '#engine/swap/judge/texture';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import { clamp } from '#engine/swap/ops/curves';
import type { Pixels } from '#engine/swap/geometry/pixels';

/** Tap distances, pixels (à trous, Holschneider et al., 1989). */
const steps = [1, 2, 4, 8] as const;
const tolerance = 1.05;
/** Of energy, one for each span: a face that is slightly sharper than its surroundings is seen only if these are blurred. */
const allowedExcess = [1.7, 1.25, 1.1] as const;
const minGrain = 0.3;
const maxGrain = 12;
/** Compensates for two interpolations. */
const maxSharpening = 0.85;
/** Below, edges between both faces would sharpen. */
const innerAlphaFrom = 200;
/** Of the opacity from which all is softened. */
const outerSteepness = 6;

/**
 * Never sharper than the source.
 * @param wanted measured before painting
 * @returns the widest blur, as a tap distance in pixels; 0 if nothing was softened
 */
export function matchTexture(pixels: Pixels, reader: TextureReader, wanted: Texture): number {
  const blur = createBlur(pixels, reader);
  const present = reader.texture(lumaPlane(pixels, pixels.painted));
  if (excess(present, wanted) >= tolerance) return soften(present, wanted, blur);
  if (lack(present, wanted) >= tolerance) sharpen(present, wanted, blur);
  return 0;
}

/** Standard deviation that the new skin lacks, 0–255. */
export function missingGrain(pixels: Pixels, reader: TextureReader, wanted: Texture): number {
  if (wanted.grain < minGrain) return 0;
  const grain = reader.grain(lumaPlane(pixels, pixels.painted));
  return Math.sqrt(Math.max(0, wanted.grain ** 2 - grain ** 2));
}

/** @param opacity address of width × height bytes. @param seed differs from frame to frame */
export function addGrain({ width, height, painted }: Pixels, opacity: number, grain: number, seed: number): void {
  if (grain > minGrain) kernels().grain(painted, opacity, width, height, Math.min(maxGrain, grain), seed);
}

/** Deterministic for a frame, different for the next. */
export function grainSeed({ target }: Grid): number {
  let sum = 0;
  for (let i = 0; i < target.length; i++) sum += target[i];
  return Math.round(64 * sum) | 0;
}

interface Blur {
  readonly apply: (step: number) => Texture;
  /** Replaces the last pass by `amount` of it; negative sharpens. */
  readonly redo: (step: number, amount: number) => void;
}

function sharpen(present: Texture, wanted: Texture, blur: Blur): void {
  const [step] = steps;
  const share = interpolationTo(blur.apply(step), present, wanted, lack);
  blur.redo(step, 1 - clamp(share, 1, 1 + maxSharpening));
}

function soften(present: Texture, wanted: Texture, blur: Blur): number {
  let sharper = present;
  for (const step of steps) {
    const softer = blur.apply(step);
    const left = excess(softer, wanted);
    if (left < 1) blur.redo(step, 1 - clamp(interpolationTo(softer, sharper, wanted, excess), 0, 1));
    if (left < tolerance) return step;
    sharper = softer;
  }
  return steps[steps.length - 1];
}

/** The widest blur of the target counts: at shorter spans, its edges are noise. */
const excess = (present: Texture, wanted: Texture): number =>
  Math.max(...present.edges.map((edges, i) => leastRatio(edges, wanted.edges[i]) / allowedExcess[i]));

const lack = (present: Texture, wanted: Texture): number => leastRatio(wanted.edges[0], present.edges[0]);

/** The lesser of two: beards have more edges, hard light raises a soft face's edges. */
const leastRatio = (above: Edges, below: Edges): number =>
  Math.min((above.sharpness + 1e-3) / (below.sharpness + 1e-3), (above.energy + 1) / (below.energy + 1));

/** Of the sharper image, above 1 if too soft. Square roots of energies interpolate linearly. */
function interpolationTo(softer: Texture, sharper: Texture, wanted: Texture, ratio: typeof excess): number {
  const [from, to] = [softer, sharper].map((finish) => Math.sqrt(ratio(finish, wanted)));
  if (ratio === lack) return (1 - 1 / from) / (1 / to - 1 / from || 1);
  return (1 - from) / (to - from);
}

function createBlur(pixels: Pixels, reader: TextureReader): Blur {
  const { width, height, painted } = pixels;
  const bytes = 3 * width * height;
  const before = allocate(bytes);
  let inner: number | undefined;
  let outer: number | undefined;
  const sums = allocate(2 * (2 * Math.max(...steps) + 1) * (3 * width + 16));
  const padded = allocate(3 * width + 6 * Math.max(...steps) + 16);
  const lights = allocate(2 * width * height);
  const pass = (step: number, amount: number) => {
    const where = amount < 0 ? (inner ??= innerAlpha(pixels)) : (outer ??= outerAlpha(pixels));
    kernels().soften(painted, where, width, height, step, Math.round(32767 * amount), sums, padded);
  };
  return {
    apply: (step) => {
      bytesAt(before, bytes).set(bytesAt(painted, bytes));
      pass(step, 1);
      kernels().luma(painted, width * height, lights);
      return reader.texture(lights);
    },
    redo: (step, amount) => {
      bytesAt(painted, bytes).set(bytesAt(before, bytes));
      pass(step, amount);
    },
  };
}

function innerAlpha({ width, height, alpha }: Pixels): number {
  const inner = allocate(width * height);
  kernels().innerAlpha(alpha, width * height, innerAlphaFrom, inner);
  return inner;
}

/**
 * Reaches beyond the new face: a blur that ends with it would leave a sharp line between the target and a softened
 * beard.
 */
function outerAlpha({ width, height, alpha }: Pixels): number {
  const count = width * height;
  const outer = allocate(count);
  withScratch(() => {
    const [plane, scratch, sums] = [allocate(4 * count), allocate(4 * count), allocate(8 * (width + 1))];
    kernels().bytesToFloats(alpha, count, outerSteepness, plane);
    kernels().boxBlur(plane, width, height, steps[steps.length - 1], 2, scratch, sums);
    kernels().floatsToBytes(plane, count, 2, outer);
  });
  return outer;
}
