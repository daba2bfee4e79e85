import { select } from './select';

/** Reorders `values`. */
export function meanOfSmallest(values: Float32Array, count: number): number {
  select(values, count - 1);
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i];
  return sum / count;
}
