import type { NetRunner } from '#engine/neural/net-runner';
import type { OccluderSpec } from '#engine/neural/spec';
import { tensorShape, toTensor } from '#engine/neural/tensor';
import { resizeSquare } from './resize';
import { softenInwards } from './soften';

/** 0 where something covers the target's face. */
export async function occlusionMask(
  crop: Uint8Array,
  side: number,
  { id, size, input, outputName }: OccluderSpec,
  nets: NetRunner,
): Promise<Float32Array> {
  const small = side === size ? crop : Uint8Array.from(resizeSquare(crop, side, size, 3), Math.round);
  const picture = { data: toTensor(small, size, size, input), dims: tensorShape(1, size, input.layout) };
  const bare = await nets.run(id, { [input.name]: picture }, { name: outputName, length: size * size });
  for (let i = 0; i < bare.length; i++) bare[i] = Math.min(1, Math.max(0, bare[i]));
  return softenInwards(resizeSquare(bare, size, side), side);
}
