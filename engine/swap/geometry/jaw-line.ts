import type { Landmarks } from '#engine/types';
import { distance } from '#engine/mesh/pose';
import { chin, foreheadTop, noseTip } from '#engine/mesh/topology';
import { clamp, mix } from '#engine/swap/ops/curves';
import { toCells, type Canvas } from './canvas';

/** Of the outline, from below one ear to below the other. */
export const jaw = [172, 136, 150, 149, 176, 148, chin, 377, 400, 378, 379, 365, 397] as const;

/** Planes of columns × rows: for each cell, what belongs to the nearest place of the jaw's outline. */
export interface AroundJaw {
  /** Cells, from the chin to the top of the forehead. */
  readonly height: number;
  /** Distance, in heights of the face: positive outside it, infinite beyond the reach. */
  readonly away: Float32Array;
  /** Unit vector out of the face; 0 beyond the reach. */
  readonly across: Float32Array;
  readonly down: Float32Array;
  /** Cosine between that vector and the head's own downwards: 1 at the chin, less beside it. */
  readonly below: Float32Array;
  /** Number in `jaw`, with fraction; −1 beyond the reach. */
  readonly place: Float32Array;
}

/**
 * @param destination landmarks of the new face, pixels of the picture
 * @param reach on both sides of the outline, heights of the face
 */
export function aroundJaw(canvas: Canvas, destination: Landmarks, reach: number): AroundJaw {
  const points = toCells(destination, canvas);
  const height = distance(points, chin, foreheadTop) + 1e-6;
  const outline = outlineOf(points);
  const place = nearestPlaces(outline, canvas, reach * height);
  const planes = () => new Float32Array(place.length);
  const [away, across, down, below] = [planes().fill(Infinity), planes(), planes(), planes()];
  const { xs, ys, normals } = outline;
  const [headX, headY] = downOf(points);
  for (let i = 0; i < place.length; i++) {
    if (place[i] < 0) continue;
    const before = Math.min(jaw.length - 2, Math.floor(place[i]));
    const share = place[i] - before;
    const x = (i % canvas.columns) + 0.5 - mix(xs[before], xs[before + 1], share);
    const y = Math.floor(i / canvas.columns) + 0.5 - mix(ys[before], ys[before + 1], share);
    const [outX, outY] = [0, 1].map((k) => mix(normals[2 * before + k], normals[2 * before + 2 + k], share));
    const length = Math.hypot(outX, outY) + 1e-6;
    across[i] = outX / length;
    down[i] = outY / length;
    below[i] = headX * across[i] + headY * down[i];
    away[i] = (Math.sign(x * outX + y * outY) * Math.hypot(x, y)) / height;
  }
  return { height, away, across, down, below, place };
}

/** Unit vector. */
function downOf(points: Landmarks): [x: number, y: number] {
  const x = points[3 * chin] - points[3 * foreheadTop];
  const y = points[3 * chin + 1] - points[3 * foreheadTop + 1];
  const length = Math.hypot(x, y) + 1e-6;
  return [x / length, y / length];
}

interface Outline {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Two numbers for each vertex: unit vectors away from the nose. */
  readonly normals: Float64Array;
}

function outlineOf(points: Landmarks): Outline {
  const xs = jaw.map((vertex) => points[3 * vertex]);
  const ys = jaw.map((vertex) => points[3 * vertex + 1]);
  const normals = new Float64Array(2 * jaw.length);
  for (let i = 0; i < jaw.length; i++) {
    const [before, after] = [Math.max(0, i - 1), Math.min(jaw.length - 1, i + 1)];
    const [x, y] = [ys[before] - ys[after], xs[after] - xs[before]];
    const fromNose = x * (xs[i] - points[3 * noseTip]) + y * (ys[i] - points[3 * noseTip + 1]);
    const outwards = Math.sign(fromNose) / (Math.hypot(x, y) + 1e-6);
    normals[2 * i] = outwards * x;
    normals[2 * i + 1] = outwards * y;
  }
  return { xs, ys, normals };
}

/** Of each cell; −1 beyond the reach. */
function nearestPlaces({ xs, ys }: Outline, { columns, rows }: Canvas, reach: number): Float32Array {
  const places = new Float32Array(columns * rows).fill(-1);
  const squares = new Float32Array(columns * rows).fill(reach * reach);
  for (let i = 1; i < jaw.length; i++) {
    const [dx, dy] = [xs[i] - xs[i - 1], ys[i] - ys[i - 1]];
    const perLength = 1 / (dx * dx + dy * dy + 1e-6);
    const left = Math.max(0, Math.floor(Math.min(xs[i - 1], xs[i]) - reach));
    const right = Math.min(columns, Math.max(xs[i - 1], xs[i]) + reach);
    const bottom = Math.min(rows, Math.max(ys[i - 1], ys[i]) + reach);
    for (let row = Math.max(0, Math.floor(Math.min(ys[i - 1], ys[i]) - reach)); row < bottom; row++) {
      for (let column = left, at = row * columns + left; column < right; column++, at++) {
        const [x, y] = [column + 0.5 - xs[i - 1], row + 0.5 - ys[i - 1]];
        const share = clamp((x * dx + y * dy) * perLength, 0, 1);
        const square = (x - share * dx) ** 2 + (y - share * dy) ** 2;
        if (square >= squares[at]) continue;
        squares[at] = square;
        places[at] = i - 1 + share;
      }
    }
  }
  return places;
}
