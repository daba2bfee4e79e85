import type { Box, Landmarks } from '#engine/types';
import { mouthOpenness } from '#engine/mesh/pose';
import { ramp } from '#engine/swap/ops/curves';
import type { bytes, Workspace } from '#engine/swap/ops/workspace';
import type { AtlasLevel, AtlasPatch } from '#engine/swap/source-types';

/** Openness of the target's mouth from which lips touch, and from which they are apart. */
const [touching, apart] = [0.02, 0.08];
/** Of the photo's line: where light fell from above, all of it is a black stroke. */
const most = 0.8;

/**
 * Lips that touch in a photo keep its line between the target's closed lips; around teeth, the line would be a black rim.
 * @param buffer for the result
 */
export function levelForMouth(
  level: AtlasLevel,
  target: Landmarks,
  buffer: ReturnType<typeof bytes>,
  workspace: Workspace,
): AtlasLevel {
  const { size, data, closedLips } = level;
  const share = most * ramp(apart, touching, mouthOpenness(target));
  if (!closedLips || share === 0) return level;
  const texels = workspace.view(buffer, data.length);
  texels.set(data);
  visitRows(size, closedLips, (row, at, length) => {
    for (let i = 0; i < length; i++) texels[row + i] += share * (closedLips.data[at + i] - texels[row + i]) + 0.5;
  });
  return { size, data: texels };
}

export function cutPatch({ size, data }: AtlasLevel, box: Box): AtlasPatch {
  const patch = { ...box, data: new Uint8Array(3 * box.width * box.height) };
  visitRows(size, box, (row, at, length) => patch.data.set(data.subarray(row, row + length), at));
  return patch;
}

/** @param visit gets the byte offsets of a row's first texel in the level and in the patch, and the row's bytes. */
function visitRows(
  size: number,
  { x, y, width, height }: Box,
  visit: (row: number, at: number, length: number) => void,
): void {
  for (let line = 0; line < height; line++) visit(3 * ((y + line) * size + x), 3 * line * width, 3 * width);
}
