/** Keeps the logarithm of black finite: about the noise floor of a photo. */
const FLOOR: f32 = 6;

/** Logarithms of light. `values` and `logs` are single-precision and may be the same. */
export function logLights(values: usize, count: i32, logs: usize): void {
  for (let i = 0; i < 4 * count; i += 4) store<f32>(logs + i, logLight(load<f32>(values + i)));
}

/**
 * A linear map of logarithms of light.
 *
 * @param rgb,mapped count × 3 single-precision numbers; may be the same.
 * @param map the matrix, row by row, then what is taken away before it and what is added after it: 15 doubles.
 */
export function mapColours(rgb: usize, count: i32, map: usize, mapped: usize): void {
  for (let i = 0; i < count; i++, rgb += 12, mapped += 12) {
    const red = <f64>logLight(load<f32>(rgb)) - load<f64>(map, 72);
    const green = <f64>logLight(load<f32>(rgb, 4)) - load<f64>(map, 80);
    const blue = <f64>logLight(load<f32>(rgb, 8)) - load<f64>(map, 88);
    for (let k = 0; k < 3; k++) {
      const row = map + 24 * k;
      const sum = load<f64>(row) * red + load<f64>(row, 8) * green + load<f64>(row, 16) * blue;
      store<f32>(mapped + 4 * k, Mathf.exp(<f32>(sum + load<f64>(map + 8 * k, 96))) - FLOOR);
    }
  }
}

function logLight(value: f32): f32 {
  return Mathf.log((value > 0 ? value : 0) + FLOOR);
}
