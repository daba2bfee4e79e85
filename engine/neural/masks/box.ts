import { blurRows, gaussianKernel } from './gaussian';

export interface BoxMaskOptions {
  /** 0–1 of half the side. */
  readonly blur: number;
  /** Percent of the side: top, right, bottom, left. */
  readonly padding: readonly [number, number, number, number];
}

export const plainBox: BoxMaskOptions = { blur: 0.3, padding: [0, 0, 0, 0] };

const cached = new Map<string, Float32Array>();
/** Sides and options are few; a runaway caller must not fill the memory. */
const MAX_CACHED = 16;

/** 1 inside, fading to 0 at the crop's edges. Shared: do not write. */
export function boxMask(side: number, { blur, padding }: BoxMaskOptions): Float32Array {
  const key = JSON.stringify([side, blur, padding]);
  const known = cached.get(key);
  if (known) return known;
  if (cached.size >= MAX_CACHED) cached.clear();
  const mask = drawBox(side, blur, padding);
  cached.set(key, mask);
  return mask;
}

/** A rectangle and the blur are separable: two profiles suffice. */
function drawBox(side: number, blur: number, padding: BoxMaskOptions['padding']): Float32Array {
  const blurred = Math.floor(side * 0.5 * blur);
  const rim = Math.max(Math.floor(blurred / 2), 1);
  const [top, right, bottom, left] = padding.map((percent) => Math.max(rim, Math.floor((side * percent) / 100)));
  const profile = (before: number, after: number) => {
    const inside = new Float32Array(side).fill(1, before, side - after);
    return blurred > 0 ? blurRows(inside, side, gaussianKernel(blurred / 4)) : inside;
  };
  const [across, down] = [profile(left, right), profile(top, bottom)];
  return Float32Array.from({ length: side * side }, (_, i) => across[i % side] * down[Math.floor(i / side)]);
}
