/**
 * Bilinear, without smoothing, edges repeated: the corners of both pictures coincide.
 * @param pixels from × from × channels
 */
export function resizeSquare(pixels: ArrayLike<number>, from: number, to: number, channels = 1): Float32Array {
  if (from === to) return Float32Array.from(pixels);
  const out = new Float32Array(channels * to * to);
  const steps = Array.from({ length: to }, (_, i) => stepAt(i, from, to));
  for (let y = 0, at = 0; y < to; y++) {
    const down = steps[y];
    for (let x = 0; x < to; x++) {
      const across = steps[x];
      for (let k = 0; k < channels; k++, at++) {
        const value = (column: number, row: number) => pixels[channels * (row * from + column) + k];
        const upper =
          value(across.first, down.first) * (1 - across.share) + value(across.second, down.first) * across.share;
        const lower =
          value(across.first, down.second) * (1 - across.share) + value(across.second, down.second) * across.share;
        out[at] = upper * (1 - down.share) + lower * down.share;
      }
    }
  }
  return out;
}

function stepAt(index: number, from: number, to: number): { first: number; second: number; share: number } {
  const place = Math.min(from - 1, Math.max(0, ((index + 0.5) * from) / to - 0.5));
  const first = Math.floor(place);
  return { first, second: Math.min(from - 1, first + 1), share: place - first };
}
