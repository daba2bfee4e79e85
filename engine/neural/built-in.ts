import type {
  ConverterSpec,
  EnhancerSpec,
  OccluderSpec,
  ParserSpec,
  PictureInput,
  RecogniserSpec,
  SourceInput,
  SwapperSpec,
  SwapperType,
  Triple,
} from './spec';
import type { TemplateName } from './templates';

/** How the published exports of each type are fed; a pack's manifest may override any of it. */

const plain: readonly [Triple, Triple] = [
  [0, 0, 0],
  [1, 1, 1],
];
const centred: readonly [Triple, Triple] = [
  [0.5, 0.5, 0.5],
  [0.5, 0.5, 0.5],
];
const imageNet: readonly [Triple, Triple] = [
  [0.485, 0.456, 0.406],
  [0.229, 0.224, 0.225],
];

const planarRgb = { layout: 'nchw', channels: 'rgb' } as const;
const pictureInput = (name: string, [mean, std]: readonly [Triple, Triple]): PictureInput => ({
  name,
  ...planarRgb,
  mean,
  std,
});

interface SwapperDefaults {
  size: number;
  template: TemplateName;
  range: readonly [Triple, Triple];
  source: Omit<SourceInput, 'name'>;
  denormalise: boolean;
  /** Embeddings pass a converter first. */
  converts?: true;
}

const latent = { take: 'latent', normaliseLatent: false } as const;

const swapperDefaults: Readonly<Record<SwapperType, SwapperDefaults>> = {
  inswapper: { size: 128, template: 'arcface_128', range: plain, source: latent, denormalise: false },
  instyle: {
    size: 256,
    template: 'arcface_128',
    range: plain,
    source: { take: 'latent', normaliseLatent: true },
    denormalise: false,
  },
  hyperswap: { size: 256, template: 'arcface_128', range: centred, source: { take: 'unit' }, denormalise: true },
  simswap: {
    size: 256,
    template: 'arcface_112_v1',
    range: imageNet,
    source: { take: 'unit' },
    denormalise: false,
    converts: true,
  },
  ghost: {
    size: 256,
    template: 'arcface_112_v1',
    range: centred,
    source: { take: 'raw' },
    denormalise: true,
    converts: true,
  },
  hififace: {
    size: 256,
    template: 'mtcnn_512',
    range: centred,
    source: { take: 'unit' },
    denormalise: true,
    converts: true,
  },
  uniface: {
    size: 256,
    template: 'ffhq_512',
    range: centred,
    source: { take: 'picture', picture: { size: 256, template: 'ffhq_512' } },
    denormalise: true,
  },
  blendswap: {
    size: 256,
    template: 'ffhq_512',
    range: plain,
    source: { take: 'picture', picture: { size: 112, template: 'arcface_112_v2' } },
    denormalise: false,
  },
};

/** Larger crops cost memory and one run for each tile. */
const boostSides = [128, 256, 384, 512, 768, 1024];

export const needsConverter = (type: SwapperType): boolean => swapperDefaults[type].converts ?? false;

/** @param size unless the type's own; SimSwap at 512 pixels is trained on plain colours */
export function swapperSpec(id: string, type: SwapperType, size = swapperDefaults[type].size): SwapperSpec {
  const { template, range, source, denormalise } = swapperDefaults[type];
  return {
    id,
    kind: 'swapper',
    type,
    size,
    template,
    target: pictureInput('target', type === 'simswap' && size === 512 ? plain : range),
    source: { name: 'source', ...source },
    output: planarRgb,
    denormalise,
    boosts: boostSides.filter((side) => side % size === 0),
  };
}

export const recogniserSpec = (id: string): RecogniserSpec => ({
  id,
  kind: 'recogniser',
  size: 112,
  template: 'arcface_112_v2',
  input: pictureInput('input', centred),
});

export const converterSpec = (id: string): ConverterSpec => ({ id, kind: 'converter', inputName: 'input' });

/** XSeg as FaceFusion exports it. */
export const occluderSpec = (id: string): OccluderSpec => ({
  id,
  kind: 'occluder',
  size: 256,
  input: { ...pictureInput('input', plain), layout: 'nhwc', channels: 'bgr' },
});

/** BiSeNet. */
export const parserSpec = (id: string): ParserSpec => ({
  id,
  kind: 'parser',
  size: 512,
  input: pictureInput('input', imageNet),
});

const enhancerTypes = ['gfpgan', 'codeformer', 'restoreformer', 'gpen'] as const;
export type EnhancerType = (typeof enhancerTypes)[number];

/** @param size 512, or 256, 1024 and 2048 for GPEN */
export const enhancerSpec = (id: string, type: EnhancerType, size = 512): EnhancerSpec => ({
  id,
  kind: 'enhancer',
  size,
  template: size === 256 ? 'arcface_128' : 'ffhq_512',
  input: pictureInput('input', centred),
  output: planarRgb,
  ...(type === 'codeformer' && { weightName: 'weight' }),
});
