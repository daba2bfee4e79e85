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

/**
 * Sets the pixels of a convex polygon to 1, as OpenCV's `fillConvexPoly`: its outline, and rows up to the rounded place
 * of the right edge. Halves of the outline stay at the pixel of its left end.
 */
export function fillConvex(corners: readonly Corner[], side: number, mask: Float32Array): void {
  const left = new Float64Array(side).fill(Infinity);
  const right = new Float64Array(side).fill(-Infinity);
  const reach = (x: number, y: number) => {
    if (y < 0 || y >= side) return;
    left[y] = Math.min(left[y], x);
    right[y] = Math.max(right[y], x);
  };
  corners.forEach((corner, i) => {
    const [from, to] = [corner, corners[(i + 1) % corners.length]].sort(([a], [b]) => a - b);
    const [across, down] = [to[0] - from[0], to[1] - from[1]];
    const steps = Math.max(1, across, Math.abs(down));
    for (let step = 0; step <= steps; step++) {
      const x = from[0] + halvesBack(across, step, steps);
      const y = from[1] + halvesBack(down, step, steps);
      reach(x, y);
      if (across < Math.abs(down)) reach(Math.max(x, Math.round(from[0] + (across * step) / steps)), y);
    }
  });
  for (let y = 0; y < side; y++) {
    const [from, to] = [Math.max(0, left[y]), Math.min(side - 1, right[y])];
    if (from <= to) mask.fill(1, y * side + from, y * side + to + 1);
  }
}

const halvesBack = (distance: number, step: number, steps: number): number =>
  Math.sign(distance) * Math.ceil((Math.abs(distance) * step) / steps - 0.5);
