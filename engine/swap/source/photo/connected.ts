import { noseTip } from '#engine/mesh/topology';
import { changedCopy, computeFloats, copyIn, kernels } from '#engine/kernels/memory';
import type { AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';

/** Texels a side. */
const cell = 8;
const open = 0.5;

/**
 * A shadow usually separates hair of the colour of skin.
 * @param confidence size², 0–1.
 */
export function connectedToNose(confidence: Float32Array, { size, positions }: AtlasLayout): Float32Array {
  const side = size / cell;
  const means = computeFloats(side * side, (sums) => kernels().squareMeans(copyIn(confidence), size, cell, sums));
  const [x, y] = [positions[3 * noseTip], positions[3 * noseTip + 1]].map((place) => Math.floor(place / cell));
  const reached = flood(means, side, y * side + x);
  // Enlarged without staircase edges.
  return changedCopy(confidence, (texels) => kernels().timesEnlarged(texels, copyIn(reached), size, cell));
}

function flood(means: Float32Array, side: number, start: number): Float32Array {
  const reached = new Float32Array(means.length);
  const front = [start];
  reached[start] = 1;
  for (let cellAt = front.pop(); cellAt !== undefined; cellAt = front.pop()) {
    const column = cellAt % side;
    const reach = (next: number) => {
      if (next < 0 || next >= reached.length || reached[next] === 1) return;
      reached[next] = 1;
      if (means[next] >= open) front.push(next);
    };
    if (column > 0) reach(cellAt - 1);
    if (column < side - 1) reach(cellAt + 1);
    reach(cellAt - side);
    reach(cellAt + side);
  }
  return reached;
}
