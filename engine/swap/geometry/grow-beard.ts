import type { Landmarks } from '#engine/types';
import { eyeDistance } from '#engine/mesh/pose';
import { noseTip, oval } from '#engine/mesh/topology';
import { bilinear } from '#engine/swap/ops/bilinear';
import { clamp } from '#engine/swap/ops/curves';
import type { MeshSource } from '#engine/swap/source-types';

/** Eye distances, where all is beard: the outline of the mesh lies that far within many jaws, and hair stands off the skin. */
const reach = 0.035;

/** Moves the outline outwards where the source has a beard there: of the target's skin, a pale rim would remain below it. */
export function growBeard(destination: Landmarks, { beard, atlasPositions, atlas }: MeshSource): Landmarks {
  if (!beard) return destination;
  const grown = destination.slice();
  const scale = beard.size / atlas[0].size;
  const [x, y] = [destination[3 * noseTip], destination[3 * noseTip + 1]];
  for (const vertex of oval) {
    const [across, down] = [atlasPositions[3 * vertex], atlasPositions[3 * vertex + 1]];
    const share = clamp(bilinear(beard.data, beard.size, beard.size, scale * across - 0.5, scale * down - 0.5), 0, 1);
    const [dx, dy] = [destination[3 * vertex] - x, destination[3 * vertex + 1] - y];
    const further = (share * reach * eyeDistance(destination)) / Math.hypot(dx, dy);
    grown[3 * vertex] += further * dx;
    grown[3 * vertex + 1] += further * dy;
  }
  return grown;
}
