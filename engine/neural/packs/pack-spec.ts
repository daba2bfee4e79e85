import {
  converterSpec,
  enhancerSpec,
  needsConverter,
  occluderSpec,
  parserSpec,
  recogniserSpec,
  swapperSpec,
} from '#engine/neural/built-in';
import type {
  EnhancerSpec,
  ModelSpec,
  PictureInput,
  PictureOutput,
  SourceInput,
  SwapperSpec,
} from '#engine/neural/spec';
import type { PackManifest } from './manifest';

/** The arithmetic around a pack's net: the type's own, with what its pack.json says otherwise. */
export function specOf(manifest: PackManifest): ModelSpec {
  const { id, type, size } = manifest;
  switch (type) {
    case 'arcface': {
      const spec = recogniserSpec(id);
      const { template = spec.template } = manifest;
      return {
        ...spec,
        template,
        size: size ?? spec.size,
        input: pictureInput(spec.input, manifest),
        ...outputName(manifest),
      };
    }
    case 'crossface': {
      const spec = converterSpec(id);
      return { ...spec, inputName: manifest.input?.source?.name ?? spec.inputName, ...outputName(manifest) };
    }
    case 'xseg':
    case 'bisenet': {
      const spec = type === 'xseg' ? occluderSpec(id) : parserSpec(id);
      return { ...spec, size: size ?? spec.size, input: pictureInput(spec.input, manifest), ...outputName(manifest) };
    }
    case 'gfpgan':
    case 'codeformer':
    case 'restoreformer':
    case 'gpen':
      return enhancer(enhancerSpec(id, type, size), manifest);
    default:
      return swapper(swapperSpec(id, type, size), manifest);
  }
}

type SpecOf<K extends ModelSpec['kind']> = Extract<ModelSpec, { kind: K }>;

/** @throws TypeError for a pack of another kind */
export function specOfKind<K extends ModelSpec['kind']>(manifest: PackManifest, kind: K): SpecOf<K> {
  const spec = specOf(manifest);
  if (spec.kind !== kind) throw new TypeError(`${manifest.id} is no ${kind}`);
  return spec as SpecOf<K>;
}

/** Also for types of other kinds: false. */
export function convertsEmbedding({ type, needs }: PackManifest, { source }: SwapperSpec): boolean {
  if (source.take === 'picture' || source.take === 'latent') return false;
  return needs?.converter !== undefined || needsConverter(type as SwapperSpec['type']);
}

function swapper(spec: SwapperSpec, manifest: PackManifest): SwapperSpec {
  const { template = spec.template, boost, output } = manifest;
  return {
    ...spec,
    template,
    target: pictureInput(spec.target, manifest),
    source: sourceInput(spec.source, manifest),
    output: pictureOutput(spec.output, manifest),
    denormalise: output?.denormalise ?? spec.denormalise,
    boosts: boost ?? spec.boosts,
  };
}

function sourceInput(spec: SourceInput, { input, emap }: PackManifest): SourceInput {
  const { name = spec.name, take = spec.take, size } = input?.source ?? {};
  const normaliseLatent = emap?.normaliseLatent ?? spec.normaliseLatent;
  const picture = spec.picture && { ...spec.picture, size: size ?? spec.picture.size };
  return {
    name,
    take,
    ...(take === 'latent' && { normaliseLatent }),
    ...(take === 'picture' && picture && { picture }),
  };
}

function enhancer(spec: EnhancerSpec, manifest: PackManifest): EnhancerSpec {
  const { template = spec.template, input } = manifest;
  const weightName = spec.weightName && (input?.weight?.name ?? spec.weightName);
  return {
    ...spec,
    template,
    input: pictureInput(spec.input, manifest),
    output: pictureOutput(spec.output, manifest),
    ...(weightName && { weightName }),
  };
}

function pictureInput(spec: PictureInput, { input, mean, std }: PackManifest): PictureInput {
  const { name = spec.name, layout = spec.layout, channels = spec.channels } = input?.target ?? {};
  return { name, layout, channels, mean: mean ?? spec.mean, std: std ?? spec.std };
}

function pictureOutput(spec: PictureOutput, { output }: PackManifest): PictureOutput {
  const { name = spec.name, layout = spec.layout, channels = spec.channels } = output ?? {};
  return { layout, channels, ...(name !== undefined && { name }) };
}

const outputName = ({ output }: PackManifest) => (output?.name === undefined ? {} : { outputName: output.name });
