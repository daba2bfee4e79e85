import type { Landmarks } from '#engine/types';
import { fitHead } from '#engine/mesh/pose';
import { noseTip, oval } from '#engine/mesh/topology';
import { bilinear } from '#engine/swap/ops/bilinear';
import type { MeshSource } from '#engine/swap/source-types';

/** Centimetres, where all is beard: the outline of the mesh lies within many jaws, and hair stands off the skin. */
const reach = 0.5;

/** Moves the outline outwards where the source has a beard there. Else a pale rim of the target's skin remains below it. */
export function growBeard(destination: Landmarks, { beard, atlasPositions, atlas }: MeshSource): Landmarks {
  if (!beard) return destination;
  const grown = destination.slice();
  const { size, data } = beard;
  const scale = size / atlas[0].size;
  const most = reach * fitHead(destination).scale;
  for (const vertex of oval) {
    const [x, y] = [scale * atlasPositions[3 * vertex], scale * atlasPositions[3 * vertex + 1]];
    const share = Math.min(1, bilinear(data, size, size, x - 0.5, y - 0.5));
    if (share <= 0) continue;
    const [dx, dy] = fromNose(destination, vertex);
    const further = (share * most) / (Math.hypot(dx, dy) + 1e-6);
    grown[3 * vertex] += further * dx;
    grown[3 * vertex + 1] += further * dy;
  }
  return grown;
}

const fromNose = (landmarks: Landmarks, vertex: number): [x: number, y: number] => [
  landmarks[3 * vertex] - landmarks[3 * noseTip],
  landmarks[3 * vertex + 1] - landmarks[3 * noseTip + 1],
];
