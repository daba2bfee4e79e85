import type { Landmarks, Pose } from '#engine/types';
import { headPose } from '#engine/mesh/pose';
import { cutPatch } from '#engine/swap/geometry/closed-lips';
import { bytes, type Workspace } from '#engine/swap/ops/workspace';
import type { AtlasLevel, AtlasPatch, PosedAtlas } from '#engine/swap/source-types';

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
    const parts = counting.map(({ levels, share }) => ({ level: levels[level], share }));
    data.set(weightedSum(parts.map(({ level: { data: texels }, share }) => ({ texels, share }))));
    return { size, data, closedLips: blendClosedLips(parts) };
  });
}

interface Part {
  readonly level: AtlasLevel;
  readonly share: number;
}

function blendClosedLips(parts: readonly Part[]): AtlasPatch | undefined {
  const box = parts.map(({ level }) => level.closedLips).find((patch) => patch);
  if (!box) return undefined;
  const texels = parts.map(({ level, share }) => ({ texels: (level.closedLips ?? cutPatch(level, box)).data, share }));
  return { ...box, data: new Uint8Array(weightedSum(texels)) };
}

function weightedSum(parts: readonly { texels: Uint8Array; share: number }[]): Float32Array {
  const sum = new Float32Array(parts[0].texels.length).fill(0.5); // rounds
  for (const { texels, share } of parts) {
    for (let i = 0; i < sum.length; i++) sum[i] += share * texels[i];
  }
  return sum;
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
