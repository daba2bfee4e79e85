/** Reference of `pullPush`. */
export function pullPush(values: Float32Array, weights: Float32Array, width: number, height: number): void {
  if (width === 1 && height === 1) return;
  const coarseWidth = (width + 1) >> 1;
  const coarseHeight = (height + 1) >> 1;
  const coarse = new Float32Array(3 * coarseWidth * coarseHeight);
  const coarseWeights = new Float32Array(coarseWidth * coarseHeight);
  pull(values, weights, width, height, coarse, coarseWeights);
  pullPush(coarse, coarseWeights, coarseWidth, coarseHeight);
  push(values, weights, width, height, coarse, coarseWidth, coarseHeight);
}

function pull(
  values: Float32Array,
  weights: Float32Array,
  width: number,
  height: number,
  coarse: Float32Array,
  coarseWeights: Float32Array,
): void {
  const coarseWidth = (width + 1) >> 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const weight = weights[i];
      if (weight === 0) continue;
      const j = (y >> 1) * coarseWidth + (x >> 1);
      coarseWeights[j] += weight;
      coarse[3 * j] += weight * values[3 * i];
      coarse[3 * j + 1] += weight * values[3 * i + 1];
      coarse[3 * j + 2] += weight * values[3 * i + 2];
    }
  }
  for (let j = 0; j < coarseWeights.length; j++) {
    const weight = coarseWeights[j];
    if (weight === 0) continue;
    coarse[3 * j] /= weight;
    coarse[3 * j + 1] /= weight;
    coarse[3 * j + 2] /= weight;
    coarseWeights[j] = Math.min(1, weight);
  }
}

function push(
  values: Float32Array,
  weights: Float32Array,
  width: number,
  height: number,
  coarse: Float32Array,
  coarseWidth: number,
  coarseHeight: number,
): void {
  for (let y = 0; y < height; y++) {
    const coarseY = (y + 0.5) / 2 - 0.5;
    const top = Math.floor(coarseY);
    const fy = coarseY - top;
    const upper = Math.max(0, top) * coarseWidth;
    const lower = Math.min(coarseHeight - 1, top + 1) * coarseWidth;
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const known = weights[i];
      if (known >= 1) continue;
      const coarseX = (x + 0.5) / 2 - 0.5;
      const before = Math.floor(coarseX);
      const fx = coarseX - before;
      const left = Math.max(0, before);
      const right = Math.min(coarseWidth - 1, before + 1);
      const a = 3 * (upper + left);
      const b = 3 * (upper + right);
      const c = 3 * (lower + left);
      const d = 3 * (lower + right);
      const unknown = 1 - known;
      const wa = unknown * (1 - fx) * (1 - fy);
      const wb = unknown * fx * (1 - fy);
      const wc = unknown * (1 - fx) * fy;
      const wd = unknown * fx * fy;
      for (let k = 0; k < 3; k++) {
        const filled = wa * coarse[a + k] + wb * coarse[b + k] + wc * coarse[c + k] + wd * coarse[d + k];
        values[3 * i + k] = known * values[3 * i + k] + filled;
      }
    }
  }
}

/** Reference of `relax`. */
export function relax(
  values: Float32Array,
  weights: Float32Array,
  width: number,
  height: number,
  sweeps: number,
): void {
  const stride = 3 * width;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const i = y * width + x;
        const pace = 1.5 * (1 - weights[i]);
        if (pace <= 0) continue;
        for (let j = 3 * i; j < 3 * i + 3; j++) {
          const mean = 0.25 * (values[j - 3] + values[j + 3] + values[j - stride] + values[j + stride]);
          values[j] += pace * (mean - values[j]);
        }
      }
    }
  }
}
