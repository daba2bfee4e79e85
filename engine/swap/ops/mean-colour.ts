/**
 * @param rgb three values for each weight
 * @returns undefined where all weights are 0
 */
export function meanColour(rgb: Float32Array, weights: Float32Array): [number, number, number] | undefined {
  let [red, green, blue, mass] = [0, 0, 0, 0];
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i];
    if (weight === 0) continue;
    red += weight * rgb[3 * i];
    green += weight * rgb[3 * i + 1];
    blue += weight * rgb[3 * i + 2];
    mass += weight;
  }
  return mass === 0 ? undefined : [red / mass, green / mass, blue / mass];
}
