import type { Affine } from '#engine/nets/affine';
import type { FaceMasks, Image, Landmarks } from '#engine/types';
import { cropFace } from './crop';
import { fivePoints } from './five-points';
import { enhanceFace } from './enhance-face';
import { recognise, weighSource } from './identity';
import { areaMask, points68 } from './masks/area';
import { boxMask } from './masks/box';
import { leastOf } from './masks/least';
import { occlusionMask } from './masks/occlusion';
import { ownMask } from './masks/own';
import { regionMask } from './masks/region';
import type { NetRunner, NetTensor } from './net-runner';
import { pasteFace } from './paste';
import type { NeuralRecipe } from './recipe';
import { alignment } from './templates';
import { fromTensor, tensorShape, tileCount, toTensor } from './tensor';

/** A face of the target, pixel centres at whole numbers. */
export interface TargetFace {
  /** Five. */
  readonly points: readonly number[];
  /** 68, for the area mask. */
  readonly outline?: readonly number[];
  /** In the engine's pixels, for its own mask. */
  readonly seen?: { readonly landmarks: Landmarks; readonly masks: FaceMasks };
}

export function targetFace(landmarks: Landmarks, recipe: NeuralRecipe, masks?: FaceMasks): TargetFace {
  return {
    points: fivePoints(landmarks),
    ...(recipe.masks.includes('area') && { outline: points68(landmarks) }),
    ...(masks && { seen: { landmarks, masks } }),
  };
}

/**
 * In place: align, run the net on each tile, mask, paste, enhance.
 * @param source the swapper's input: an embedding, or a planar picture
 */
export async function swapFace(
  image: Image,
  target: TargetFace,
  source: Float32Array,
  recipe: NeuralRecipe,
  nets: NetRunner,
): Promise<void> {
  const { swapper, boost: side, enhancer, occluder } = recipe;
  const toCrop = alignment(target.points, swapper.template, side);
  const crop = cropFace(image, toCrop, side);
  const weighed = await weigh(image, target, source, recipe, nets);
  const tiles = tileCount(side, swapper.size);
  const answer = await nets.run(
    swapper.id,
    {
      [swapper.target.name]: {
        data: toTensor(crop, side, swapper.size, swapper.target),
        dims: tensorShape(tiles, swapper.size, swapper.target.layout),
      },
      [swapper.source.name]: sourceTensor(weighed, recipe),
    },
    { name: swapper.output.name, length: 3 * side * side },
  );
  const face = fromTensor(answer, side, swapper.size, swapper.output, swapper.denormalise ? swapper.target : undefined);
  const mask = await combinedMask(crop, face, toCrop, target, recipe, nets);
  pasteFace(image, toCrop, side, face, mask, { isDenormalised: swapper.denormalise });
  if (enhancer)
    await enhanceFace(image, target.points, enhancer, nets, recipe.masks.includes('occlusion') ? occluder : undefined);
}

async function weigh(
  image: Image,
  { points }: TargetFace,
  source: Float32Array,
  { weight, recogniser, swapper }: NeuralRecipe,
  nets: NetRunner,
): Promise<Float32Array> {
  const { take } = swapper.source;
  if (weight === 0.5 || take === 'picture' || !recogniser) return source;
  return weighSource(source, await recognise(image, points, recogniser, nets), take, weight);
}

function sourceTensor(data: Float32Array, { swapper }: NeuralRecipe): NetTensor {
  const { picture } = swapper.source;
  return { data, dims: picture ? tensorShape(1, picture.size, 'nchw') : [1, data.length] };
}

/** The least of all masks at each pixel. */
async function combinedMask(
  crop: Uint8Array,
  face: Float32Array,
  toCrop: Affine,
  target: TargetFace,
  recipe: NeuralRecipe,
  nets: NetRunner,
): Promise<Float32Array> {
  const { boost: side, masks, box, occluder, parser, regions, areas } = recipe;
  const others: Float32Array[] = [];
  if (masks.includes('own') && target.seen)
    others.push(ownMask(target.seen.masks, target.seen.landmarks, toCrop, side));
  if (masks.includes('occlusion') && occluder) others.push(await occlusionMask(crop, side, occluder, nets));
  if (masks.includes('area') && target.outline) others.push(areaMask(target.outline, toCrop, side, areas));
  if (masks.includes('region') && parser) others.push(await regionMask(face, side, regions, parser, nets));
  const rim = boxMask(side, box);
  return others.length === 0 ? rim : leastOf(rim, ...others);
}
