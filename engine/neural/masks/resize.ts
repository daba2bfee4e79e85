/**
 * Bilinear, without smoothing, edges repeated: the corners of both pictures coincide.
 * @param pixels from × from × channels
 */
export function resizeSquare(pixels: ArrayLike<number>, from: number, to: number, channels = 1): Float32Array {
  if (from === to) return Float32Array.from(pixels);
  const { first, second, share } = stepsOf(from, to);
  const row = channels * to;
  const wide = new Float32Array(from * row);
  for (let y = 0; y < from; y++) {
    const start = channels * from * y;
    for (let x = 0, at = y * row; x < to; x++) {
      const p = start + channels * first[x];
      const q = start + channels * second[x];
      const w = share[x];
      for (let k = 0; k < channels; k++, at++) wide[at] = pixels[p + k] * (1 - w) + pixels[q + k] * w;
    }
  }
  const out = new Float32Array(to * row);
  for (let y = 0; y < to; y++) {
    const p = first[y] * row;
    const q = second[y] * row;
    const w = share[y];
    const start = y * row;
    for (let i = 0; i < row; i++) out[start + i] = wide[p + i] * (1 - w) + wide[q + i] * w;
  }
  return out;
}

function stepsOf(from: number, to: number) {
  const first = new Int32Array(to);
  const second = new Int32Array(to);
  const share = new Float64Array(to);
  for (let i = 0; i < to; i++) {
    const place = Math.min(from - 1, Math.max(0, ((i + 0.5) * from) / to - 0.5));
    first[i] = Math.floor(place);
    second[i] = Math.min(from - 1, first[i] + 1);
    share[i] = place - first[i];
  }
  return { first, second, share };
}
