/** Three numbers in the image; a padding fourth in coarser levels. */
const FINEST: i32 = 12;
const COARSE: i32 = 16;

/**
 * Gortler et al., "The Lumigraph", 1996.
 * @param values width × height × 3 f32, overwritten where weight < 1; reads ≤ 4 bytes beyond.
 * @param weights width × height f32, 0 unknown … 1 known.
 * @param scratch width × height × 20 bytes and 1024 more.
 */
export function pullPush(values: usize, weights: usize, width: i32, height: i32, scratch: usize): void {
  fillLevel(values, FINEST, weights, width, height, scratch);
}

function fillLevel(values: usize, bytes: i32, weights: usize, width: i32, height: i32, scratch: usize): void {
  if (width == 1 && height == 1) return;
  const coarseWidth = (width + 1) >> 1;
  const coarseHeight = (height + 1) >> 1;
  const cells = coarseWidth * coarseHeight;
  const coarseWeights = scratch + COARSE * cells;
  const rest = (coarseWeights + 4 * cells + 15) & ~15;
  memory.fill(scratch, 0, rest - scratch);
  pull(values, bytes, weights, width, height, scratch, coarseWeights);
  fillLevel(scratch, COARSE, coarseWeights, coarseWidth, coarseHeight, rest);
  push(values, bytes, weights, width, height, scratch);
}

function pull(values: usize, bytes: i32, weights: usize, width: i32, height: i32, coarse: usize, masses: usize): void {
  const coarseWidth = (width + 1) >> 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, values += bytes, weights += 4) {
      const weight = load<f32>(weights);
      if (weight == 0) continue;
      const cell = (y >> 1) * coarseWidth + (x >> 1);
      store<f32>(masses + 4 * cell, load<f32>(masses + 4 * cell) + weight);
      const to = coarse + COARSE * cell;
      v128.store(to, f32x4.add(v128.load(to), f32x4.mul(f32x4.splat(weight), v128.load(values))));
    }
  }
  const cells = coarseWidth * ((height + 1) >> 1);
  for (let cell = 0; cell < cells; cell++, coarse += COARSE, masses += 4) {
    const mass = load<f32>(masses);
    if (mass == 0) continue;
    v128.store(coarse, f32x4.div(v128.load(coarse), f32x4.splat(mass)));
    if (mass > 1) store<f32>(masses, 1);
  }
}

function push(values: usize, bytes: i32, weights: usize, width: i32, height: i32, coarse: usize): void {
  const coarseWidth = (width + 1) >> 1;
  const lastColumn = coarseWidth - 1;
  const lastRow = ((height + 1) >> 1) - 1;
  for (let y = 0; y < height; y++) {
    // Fine centres lie a quarter cell from the coarse centre.
    const top = (y - 1) >> 1;
    const down = f32x4.splat(y & 1 ? 0.25 : 0.75);
    const upper = coarse + COARSE * coarseWidth * max(0, top);
    const lower = coarse + COARSE * coarseWidth * min(lastRow, top + 1);
    for (let x = 0; x < width; x++, values += bytes, weights += 4) {
      const known = load<f32>(weights);
      if (known >= 1) continue;
      const before = (x - 1) >> 1;
      const across = f32x4.splat(x & 1 ? 0.25 : 0.75);
      const left = COARSE * max(0, before);
      const right = COARSE * min(lastColumn, before + 1);
      const above = between(v128.load(upper + left), v128.load(upper + right), across);
      const below = between(v128.load(lower + left), v128.load(lower + right), across);
      const filled = between(above, below, down);
      const own = f32x4.add(
        f32x4.mul(f32x4.splat(known), v128.load(values)),
        f32x4.mul(f32x4.splat(1 - known), filled),
      );
      storeThree(values, own);
    }
  }
}

function between(a: v128, b: v128, share: v128): v128 {
  return f32x4.add(a, f32x4.mul(share, f32x4.sub(b, a)));
}

function storeThree(at: usize, values: v128): void {
  v128.store_lane<u64>(at, values, 0);
  v128.store_lane<u32>(at + 8, values, 2);
}

const ABREAST: i32 = 4;

/**
 * Over-relaxed Gauss–Seidel on Laplace's equation. Four rows run staggered by a cell; the result equals row order.
 * @param values,weights as for `pullPush`; outermost cells stay.
 */
export function relax(values: usize, weights: usize, width: i32, height: i32, sweeps: i32): void {
  const row = FINEST * width;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let y = 1; y < height - 1; y += ABREAST) {
      const rows = min(ABREAST, height - 1 - y);
      for (let step = 1; step < width - 2 + rows; step++) {
        const first = max(0, step - (width - 2));
        const last = min(rows, step);
        let cell = (y + first) * width + step - first;
        for (let n = first; n < last; n++, cell += width - 1)
          relaxCell(values + FINEST * cell, weights + 4 * cell, row);
      }
    }
  }
}

function relaxCell(at: usize, weight: usize, row: i32): void {
  const pace: f32 = 1.5 * (1 - load<f32>(weight));
  if (pace <= 0) return;
  const beside = f32x4.add(v128.load(at - FINEST), v128.load(at + FINEST));
  const sum = f32x4.add(beside, f32x4.add(v128.load(at - row), v128.load(at + row)));
  const here = v128.load(at);
  const change = f32x4.sub(f32x4.mul(sum, f32x4.splat(0.25)), here);
  storeThree(at, f32x4.add(here, f32x4.mul(f32x4.splat(pace), change)));
}
