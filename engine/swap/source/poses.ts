import type { Landmarks, Pose } from '#engine/types';
import { headPose } from '#engine/mesh/pose';
import { bytes, type Workspace } from '#engine/swap/ops/workspace';
import type { AtlasLevel, PosedAtlas } from '#engine/swap/source-types';

const buffers = { levels: bytes() };

/** Degrees. */
const MIN_POSE_DISTANCE = 12;
const MAX_ATLASES = 4;
/** Degrees. */
const BLEND_RANGE = 8;

export function distinctPoses(views: readonly Landmarks[]): { index: number; pose: Pose }[] {
  const chosen: { index: number; pose: Pose }[] = [];
  for (const [index, landmarks] of views.entries()) {
    const pose = headPose(landmarks);
    const isNew = chosen.every((other) => distance(other.pose, pose) > MIN_POSE_DISTANCE);
    if (isNew && chosen.length < MAX_ATLASES) chosen.push({ index, pose });
  }
  return chosen;
}

/**
 * By pose alone, so frames can be painted in any order.
 * @returns levels, valid until the workspace's next use
 */
export function atlasForPose(atlases: readonly PosedAtlas[], pose: Pose, workspace: Workspace): readonly AtlasLevel[] {
  const shares = blendWeights(atlases, pose);
  const counting = atlases.map((atlas, i) => ({ ...atlas, share: shares[i] })).filter(({ share }) => share > 0);
  if (counting.length === 1) return counting[0].levels;
  const lengths = counting[0].levels.map(({ size }) => 3 * size * size);
  const blended = workspace.view(
    buffers.levels,
    lengths.reduce((sum, length) => sum + length),
  );
  let start = 0;
  return counting[0].levels.map(({ size }, level) => {
    const data = blended.subarray(start, (start += lengths[level]));
    const sum = new Float32Array(data.length).fill(0.5); // rounds
    for (const { levels, share } of counting) {
      const from = levels[level].data;
      for (let i = 0; i < sum.length; i++) sum[i] += share * from[i];
    }
    data.set(sum);
    return { size, data };
  });
}

function blendWeights(atlases: readonly PosedAtlas[], pose: Pose): number[] {
  const distances = atlases.map((atlas) => distance(atlas.pose, pose));
  const nearest = Math.min(...distances);
  const weights = distances.map((far) => Math.max(0, 1 - (far - nearest) / BLEND_RANGE));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Roll does not change the visible side. */
const distance = (a: Pose, b: Pose): number => Math.hypot(a.yaw - b.yaw, a.pitch - b.pitch);
