import { select } from './select';

export const clamp = (value: number, low: number, high: number): number =>
  value < low ? low : value > high ? high : value;

/** 0 at `from` to 1 at `to`, clamped; `from` may be larger. */
export const ramp = (from: number, to: number, value: number): number => clamp((value - from) / (to - from), 0, 1);

/** 3t² − 2t³ of `ramp`. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = ramp(from, to, value);
  return t * t * (3 - 2 * t);
}

export const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

export interface CurvePoint {
  readonly at: number;
  readonly value: number;
}

/** Linear between points in ascending order, at least two; beyond the ends, the value there. */
export function interpolate(points: readonly CurvePoint[], at: number): number {
  const found = points.findIndex((point) => point.at > at);
  const next = found < 0 ? points.length - 1 : Math.max(1, found);
  const [before, after] = [points[next - 1], points[next]];
  return mix(before.value, after.value, clamp((at - before.at) / (after.at - before.at + 1e-9), 0, 1));
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export const median = (values: ArrayLike<number>): number => select(new Float64Array(values), values.length >> 1);
