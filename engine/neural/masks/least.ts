/** At each pixel. */
export function leastOf(first: Float32Array, ...others: readonly Float32Array[]): Float32Array {
  const least = first.slice();
  for (const mask of others) for (let i = 0; i < least.length; i++) if (mask[i] < least[i]) least[i] = mask[i];
  return least;
}
