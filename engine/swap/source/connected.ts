import { noseTip } from '#engine/mesh/topology';
import { bilinear } from '#engine/swap/ops/bilinear';
import type { AtlasLayout } from './atlas-layout';

/** Texels a side. */
const cell = 8;
const open = 0.5;

/**
 * A shadow usually separates hair of the colour of skin.
 * @param confidence size², 0–1.
 */
export function connectedToNose(confidence: Float32Array, { size, positions }: AtlasLayout): Float32Array {
  const side = size / cell;
  const means = new Float32Array(side * side);
  for (let row = 0, i = 0; row < size; row++) {
    const first = Math.floor(row / cell) * side;
    for (let column = 0; column < size; column++, i++)
      means[first + Math.floor(column / cell)] += confidence[i] / cell ** 2;
  }
  const [x, y] = [positions[3 * noseTip], positions[3 * noseTip + 1]].map((place) => Math.floor(place / cell));
  const reached = flood(means, side, y * side + x);
  const middle = (place: number) => (place + 0.5) / cell - 0.5;
  const connected = new Float32Array(confidence.length);
  for (let i = 0; i < connected.length; i++) {
    if (confidence[i] === 0) continue;
    // Avoids staircase edges.
    connected[i] = confidence[i] * bilinear(reached, side, side, middle(i % size), middle(Math.floor(i / size)));
  }
  return connected;
}

function flood(means: Float32Array, side: number, start: number): Float32Array {
  const reached = new Float32Array(means.length);
  const front = [start];
  reached[start] = 1;
  for (let cellAt = front.pop(); cellAt !== undefined; cellAt = front.pop()) {
    const [column, row] = [cellAt % side, Math.floor(cellAt / side)];
    for (const [dx, dy] of [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ]) {
      if (column + dx < 0 || column + dx >= side || row + dy < 0 || row + dy >= side) continue;
      const next = cellAt + dx + dy * side;
      if (reached[next] === 1) continue;
      reached[next] = 1;
      if (means[next] >= open) front.push(next);
    }
  }
  return reached;
}
