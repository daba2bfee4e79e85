import type { NetFile } from './host/messages';
import { specOfKind } from './packs/pack-spec';
import type { ReadyPack, ReadyRecipe } from './packs/types';
import { recipeDefaults, type NeuralRecipe } from './recipe';

/** Memory over the size of the files, for activations and the runtime's copies. */
const MEMORY_PER_BYTE = 1.6;

export function netFile({ id, file, stamp, data = [], manifest }: ReadyPack): NetFile {
  const bytes = data.reduce((sum, external) => sum + external.stamp.bytes, stamp.bytes);
  const memoryMB = manifest.memoryMB ?? Math.ceil((MEMORY_PER_BYTE * bytes) / 1e6);
  return { id, file, stamp, data, memoryMB };
}

/** Percent, of videos and animations. */
const MAX_CLIP_BLEND = 50;

const clipBlendOf = ({ blend, clipBlend = Math.min(blend, MAX_CLIP_BLEND) }: ReadyRecipe): number => clipBlend;

/** @param isMoving for frames of a video or animation */
export function neuralRecipe(recipe: ReadyRecipe, isMoving: boolean): NeuralRecipe {
  const { swapper, recogniser, converter, occluder, parser, enhancer } = recipe.packs;
  const spec = specOfKind(swapper.manifest, 'swapper');
  return {
    ...recipeDefaults,
    id: recipe.id,
    name: recipe.name,
    swapper: spec,
    boost: recipe.boost ?? spec.size,
    weight: recipe.weight,
    masks: recipe.masks,
    fingerprint: recipe.fingerprint,
    ...(recogniser && { recogniser: specOfKind(recogniser.manifest, 'recogniser') }),
    ...(converter && { converter: specOfKind(converter.manifest, 'converter') }),
    ...(occluder && { occluder: specOfKind(occluder.manifest, 'occluder') }),
    ...(parser && { parser: specOfKind(parser.manifest, 'parser') }),
    ...(enhancer && {
      enhancer: {
        spec: specOfKind(enhancer.manifest, 'enhancer'),
        blend: (isMoving ? clipBlendOf(recipe) : recipe.blend) / 100,
        weight: recipe.fidelity,
      },
    }),
  };
}
