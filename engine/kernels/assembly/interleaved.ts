/** Four pixels: x y z x, y z x y, z x y z to xxxx, yyyy, zzzz and back. */

export function channel(at: usize, which: i32): v128 {
  const a = v128.load(at);
  const b = v128.load(at, 16);
  const c = v128.load(at, 32);
  return which == 0 ? firsts(a, b, c) : which == 1 ? seconds(a, b, c) : thirds(a, b, c);
}

export function firsts(a: v128, b: v128, c: v128): v128 {
  return i32x4.shuffle(i32x4.shuffle(a, b, 0, 3, 6, 6), c, 0, 1, 2, 5);
}

export function seconds(a: v128, b: v128, c: v128): v128 {
  return i32x4.shuffle(i32x4.shuffle(a, b, 1, 4, 7, 7), c, 0, 1, 2, 6);
}

export function thirds(a: v128, b: v128, c: v128): v128 {
  return i32x4.shuffle(i32x4.shuffle(a, b, 2, 5, 5, 5), c, 0, 1, 4, 7);
}

export function storeInterleaved(at: usize, x: v128, y: v128, z: v128): void {
  v128.store(at, i32x4.shuffle(i32x4.shuffle(x, y, 0, 4, 1, 1), z, 0, 1, 4, 2));
  v128.store(at, i32x4.shuffle(i32x4.shuffle(y, z, 1, 5, 2, 2), x, 0, 1, 6, 2), 16);
  v128.store(at, i32x4.shuffle(i32x4.shuffle(z, x, 2, 7, 3, 3), y, 0, 1, 7, 2), 32);
}
