import type { Image } from '#engine/types';
import { cropFace } from './crop';
import { boxMask, plainBox } from './masks/box';
import { occlusionMask } from './masks/occlusion';
import { leastOf } from './masks/least';
import type { NetRunner, NetTensor } from './net-runner';
import { pasteFace } from './paste';
import type { Enhancement } from './recipe';
import type { OccluderSpec } from './spec';
import { alignment } from './templates';
import { fromTensor, tensorShape, toTensor } from './tensor';

/**
 * Redraws a face in place, after the swap.
 * @param points five, pixel centres at whole numbers
 */
export async function enhanceFace(
  image: Image,
  points: readonly number[],
  { spec, blend, weight }: Enhancement,
  nets: NetRunner,
  occluder?: OccluderSpec,
): Promise<void> {
  const { id, size, template, input, output, weightName } = spec;
  const toCrop = alignment(points, template, size);
  const crop = cropFace(image, toCrop, size);
  const inputs: Record<string, NetTensor> = {
    [input.name]: { data: toTensor(crop, size, size, input), dims: tensorShape(1, size, input.layout) },
  };
  if (weightName) inputs[weightName] = { data: Float64Array.of(weight), dims: [1], optional: true };
  const answer = await nets.run(id, inputs, { name: output.name, length: 3 * size * size });
  const face = fromTensor(answer, size, size, output, input);
  for (let i = 0; i < face.length; i++) face[i] = Math.round(face[i]);
  const mask = occluder ? await occlusionMask(crop, size, occluder, nets) : undefined;
  const rim = boxMask(size, plainBox);
  pasteFace(image, toCrop, size, face, mask ? leastOf(rim, mask) : rim, { strength: blend });
}
