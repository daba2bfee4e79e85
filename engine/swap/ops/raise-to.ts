/** In place, element by element. */
export function raiseTo(plane: Float32Array, least: Float32Array): void {
  for (let i = 0; i < plane.length; i++) plane[i] = Math.max(plane[i], least[i]);
}
