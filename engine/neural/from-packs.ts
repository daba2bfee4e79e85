import {
  converterSpec,
  enhancerSpec,
  occluderSpec,
  parserSpec,
  recogniserSpec,
  swapperSpec,
  type EnhancerType,
} from './built-in';
import type { NetFile } from './host/messages';
import type { ReadyPack, ReadyRecipe } from './packs/types';
import { recipeDefaults, type NeuralRecipe } from './recipe';
import type { ConverterSpec, EnhancerSpec, PictureInput, RecogniserSpec, SwapperSpec, SwapperType } from './spec';

/** Memory over the size of the file, for activations and the runtime's copies. */
const MEMORY_PER_BYTE = 1.6;

export function netFile({ id, file, stamp, manifest }: ReadyPack): NetFile {
  const memoryMB = manifest.memoryMB ?? Math.ceil((MEMORY_PER_BYTE * stamp.bytes) / 1e6);
  return { id, file, stamp, memoryMB };
}

/** The built-in values of each type, with what its pack.json says otherwise. */
export function neuralRecipe(recipe: ReadyRecipe): NeuralRecipe {
  const { swapper, recogniser, converter, occluder, parser, enhancer } = recipe.packs;
  const spec = swapperOf(swapper);
  return {
    ...recipeDefaults,
    id: recipe.id,
    name: recipe.name,
    swapper: spec,
    boost: recipe.boost ?? spec.size,
    weight: recipe.weight,
    masks: recipe.masks,
    fingerprint: recipe.fingerprint,
    ...(recogniser && { recogniser: recogniserOf(recogniser) }),
    ...(converter && { converter: converterOf(converter) }),
    ...(occluder && { occluder: { ...occluderSpec(occluder.id), ...inputOf(occluder, occluderSpec('').input) } }),
    ...(parser && { parser: { ...parserSpec(parser.id), ...inputOf(parser, parserSpec('').input) } }),
    ...(enhancer && {
      enhancer: { spec: enhancerOf(enhancer), blend: recipe.blend / 100, weight: recipe.fidelity },
    }),
  };
}

function swapperOf({ id, manifest }: ReadyPack): SwapperSpec {
  const { type, size, template, boost, emap, input, output = {} } = manifest;
  const spec = swapperSpec(id, type as SwapperType, size);
  const { denormalise = spec.denormalise, ...out } = output;
  const { size: side, ...source } = input?.source ?? {};
  return {
    ...spec,
    ...(template && { template }),
    target: pictureInput(spec.target, manifest),
    source: {
      ...spec.source,
      ...source,
      ...(emap?.normaliseLatent !== undefined && { normaliseLatent: emap.normaliseLatent }),
      ...(side && spec.source.picture && { picture: { ...spec.source.picture, size: side } }),
    },
    output: { ...spec.output, ...out },
    denormalise,
    ...(boost && { boosts: boost }),
  };
}

function recogniserOf({ id, manifest }: ReadyPack): RecogniserSpec {
  const spec = recogniserSpec(id);
  const { size = spec.size, template = spec.template, output } = manifest;
  return { ...spec, size, template, ...named(output), input: pictureInput(spec.input, manifest) };
}

function converterOf({ id, manifest: { input, output } }: ReadyPack): ConverterSpec {
  const spec = converterSpec(id);
  return { ...spec, inputName: input?.source?.name ?? spec.inputName, ...named(output) };
}

function enhancerOf({ id, manifest }: ReadyPack): EnhancerSpec {
  const { type, size, template, input, output = {} } = manifest;
  const spec = enhancerSpec(id, type as EnhancerType, size);
  const { denormalise: _, ...out } = output;
  return {
    ...spec,
    ...(template && { template }),
    input: pictureInput(spec.input, manifest),
    output: { ...spec.output, ...out },
    ...(input?.weight?.name && { weightName: input.weight.name }),
  };
}

const inputOf = (pack: ReadyPack, input: PictureInput) => ({
  input: pictureInput(input, pack.manifest),
  ...(pack.manifest.size && { size: pack.manifest.size }),
  ...named(pack.manifest.output),
});

function pictureInput(input: PictureInput, { input: given, mean, std }: ReadyPack['manifest']): PictureInput {
  return { ...input, ...given?.target, ...(mean && { mean }), ...(std && { std }) };
}

const named = (output: { name?: string } | undefined) => (output?.name ? { outputName: output.name } : {});
