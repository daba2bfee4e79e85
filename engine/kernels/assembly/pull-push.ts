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

/**
 * Over-relaxed Gauss–Seidel on Laplace's equation.
 * @param values,weights as for `pullPush`; outermost cells stay.
 */
export function relax(values: usize, weights: usize, width: i32, height: i32, sweeps: i32): void {
  const row = FINEST * width;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    let y = 1;
    for (; y + 4 < height; y += 4) relaxFour(values + y * row, weights + 4 * y * width, width);
    for (; y < height - 1; y++) relaxRow(values + y * row, weights + 4 * y * width, width);
  }
}

/**
 * Four rows, each a cell behind the one above; the result equals row order. What was just written stays in variables:
 * reading it back from memory stalls, because it overlaps two writes.
 */
function relaxFour(values: usize, weights: usize, width: i32): void {
  const row = FINEST * width;
  const end = width - 1;
  // Of each row the cell written last, which is left of its next one and above the next row's.
  let first = v128.load(values);
  let second = v128.load(values + row);
  let third = v128.load(values + 2 * row);
  let fourth = v128.load(values + 3 * row);
  for (let step = 1; step < end + 3; step++) {
    if (step > 3) fourth = relaxCell(values, weights, width, 3, step - 3, fourth, third);
    if (step > 2 && step < end + 2) third = relaxCell(values, weights, width, 2, step - 2, third, second);
    if (step > 1 && step < end + 1) second = relaxCell(values, weights, width, 1, step - 1, second, first);
    if (step < end) first = relaxCell(values, weights, width, 0, step, first, v128.load(values + FINEST * step - row));
  }
}

function relaxRow(values: usize, weights: usize, width: i32): void {
  let left = v128.load(values);
  for (let x = 1; x < width - 1; x++)
    left = relaxCell(values, weights, width, 0, x, left, v128.load(values + FINEST * (x - width)));
}

/** @returns the cell, with a number of the next one. */
function relaxCell(values: usize, weights: usize, width: i32, y: i32, x: i32, left: v128, above: v128): v128 {
  const cell = y * width + x;
  const at = values + FINEST * cell;
  const here = v128.load(at);
  const pace: f32 = 1.5 * (1 - load<f32>(weights + 4 * cell));
  if (pace <= 0) return here;
  const beside = f32x4.add(left, v128.load(at + FINEST));
  const sum = f32x4.add(beside, f32x4.add(above, v128.load(at + FINEST * width)));
  const change = f32x4.sub(f32x4.mul(sum, f32x4.splat(0.25)), here);
  const relaxed = f32x4.add(here, f32x4.mul(f32x4.splat(pace), change));
  storeThree(at, relaxed);
  return relaxed;
}
