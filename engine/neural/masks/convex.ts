export type Corner = readonly [x: number, y: number];

/** Andrew's monotone chain. */
export function convexHull(points: readonly Corner[]): Corner[] {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (ordered: readonly Corner[]) => {
    const chain: Corner[] = [];
    for (const point of ordered) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half([...sorted].reverse())];
}

const turn = ([ax, ay]: Corner, [bx, by]: Corner, [cx, cy]: Corner): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** Sets the pixels of a convex polygon, its outline included, to 1. */
export function fillConvex(corners: readonly Corner[], side: number, mask: Float32Array): void {
  const left = new Float64Array(side).fill(Infinity);
  const right = new Float64Array(side).fill(-Infinity);
  corners.forEach((from, i) => {
    const to = corners[(i + 1) % corners.length];
    const steps = Math.max(1, Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
    for (let step = 0; step <= steps; step++) {
      const x = Math.round(from[0] + ((to[0] - from[0]) * step) / steps);
      const y = Math.round(from[1] + ((to[1] - from[1]) * step) / steps);
      if (y < 0 || y >= side) continue;
      left[y] = Math.min(left[y], x);
      right[y] = Math.max(right[y], x);
    }
  });
  for (let y = 0; y < side; y++) {
    const [from, to] = [Math.max(0, left[y]), Math.min(side - 1, right[y])];
    if (from <= to) mask.fill(1, y * side + from, y * side + to + 1);
  }
}
