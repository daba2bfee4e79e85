/** (x, y) → (a·x + b·y + c, d·x + e·y + f), continuous pixels: the first spans 0 to 1. */
export type Affine = readonly [number, number, number, number, number, number];

/** Possibly rotated and partly outside the image. */
export interface Region {
  readonly centreX: number;
  readonly centreY: number;
  readonly size: number;
  /** Radians, clockwise. */
  readonly angle: number;
}

export function cropToPicture(region: Region, side: number): Affine {
  const scale = region.size / side;
  const cos = Math.cos(region.angle) * scale;
  const sin = Math.sin(region.angle) * scale;
  const half = side / 2;
  return [cos, -sin, region.centreX - half * (cos - sin), sin, cos, region.centreY - half * (sin + cos)];
}

export function applyAffine([a, b, c, d, e, f]: Affine, x: number, y: number): [number, number] {
  return [a * x + b * y + c, d * x + e * y + f];
}

/** Source pixels per target pixel. */
export function scaleOf([a, , , d]: Affine): number {
  return Math.hypot(a, d);
}

/**
 * Least squares: rotation, scale, translation.
 * @param from,to n × (x, y)
 */
export function fitPlanarSimilarity(from: ArrayLike<number>, to: ArrayLike<number>): Affine {
  const count = from.length / 2;
  const mean = (points: ArrayLike<number>, axis: number) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += points[2 * i + axis];
    return sum / count;
  };
  const [fromX, fromY, toX, toY] = [mean(from, 0), mean(from, 1), mean(to, 0), mean(to, 1)];
  let along = 0;
  let across = 0;
  let spread = 0;
  for (let i = 0; i < count; i++) {
    const [x, y] = [from[2 * i] - fromX, from[2 * i + 1] - fromY];
    const [u, v] = [to[2 * i] - toX, to[2 * i + 1] - toY];
    along += x * u + y * v;
    across += x * v - y * u;
    spread += x * x + y * y;
  }
  const a = along / spread;
  const b = across / spread;
  return [a, -b, toX - a * fromX + b * fromY, b, a, toY - b * fromX - a * fromY];
}
