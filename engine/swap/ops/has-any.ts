/** Whether a value of a plane is above 0. */
export function hasAny(plane: Float32Array): boolean {
  for (let i = 0; i < plane.length; i++) if (plane[i] > 0) return true;
  return false;
}
