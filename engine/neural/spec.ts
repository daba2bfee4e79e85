import type { TemplateName } from './templates';

/** What the arithmetic around a net needs to know. A pack's manifest fills it; see `built-in.ts` for the defaults. */

export type Layout = 'nchw' | 'nhwc';
export type ChannelOrder = 'rgb' | 'bgr';
export type Triple = readonly [number, number, number];

/** A square picture as a net reads it: (byte / 255 − mean) / std. */
export interface PictureInput {
  readonly name: string;
  readonly layout: Layout;
  readonly channels: ChannelOrder;
  readonly mean: Triple;
  readonly std: Triple;
}

export interface PictureOutput {
  /** Unset: the net's first output. */
  readonly name?: string;
  readonly layout: Layout;
  readonly channels: ChannelOrder;
}

const swapperTypes = [
  'inswapper',
  'instyle',
  'hyperswap',
  'simswap',
  'ghost',
  'hififace',
  'uniface',
  'blendswap',
] as const;
export type SwapperType = (typeof swapperTypes)[number];

/**
 * `latent`: the embedding times the pack's emap, divided by the embedding's length. `unit`: the embedding divided by its
 * length. `raw`: the embedding. `picture`: an aligned crop of the source. A converter, if the pack needs one, comes
 * before `unit` and `raw`.
 */
export type SourceTake = 'latent' | 'unit' | 'raw' | 'picture';

export interface SourceInput {
  readonly name: string;
  readonly take: SourceTake;
  /** `latent`: divide by the latent's own length, too. */
  readonly normaliseLatent?: boolean;
  /** `picture` only. */
  readonly picture?: { readonly size: number; readonly template: TemplateName };
}

/** A net's file: `id` names its session. */
interface NetSpec {
  readonly id: string;
}

export interface SwapperSpec extends NetSpec {
  readonly kind: 'swapper';
  readonly type: SwapperType;
  /** Side of the crop, pixels. */
  readonly size: number;
  readonly template: TemplateName;
  readonly target: PictureInput;
  readonly source: SourceInput;
  readonly output: PictureOutput;
  /** The output is times std plus mean before it is a colour. */
  readonly denormalise: boolean;
  /** Sides of the crop with which it may run: whole multiples of `size`. */
  readonly boosts: readonly number[];
}

export interface RecogniserSpec extends NetSpec {
  readonly kind: 'recogniser';
  readonly size: number;
  readonly template: TemplateName;
  readonly input: PictureInput;
  readonly outputName?: string;
}

/** From the recogniser's embeddings to those of the swapper's own recogniser: [1, 512] → [1, 512]. */
export interface ConverterSpec extends NetSpec {
  readonly kind: 'converter';
  readonly inputName: string;
  readonly outputName?: string;
}

/** Probability that a pixel shows the bare face: one plane. */
export interface OccluderSpec extends NetSpec {
  readonly kind: 'occluder';
  readonly size: number;
  readonly input: PictureInput;
  readonly outputName?: string;
}

/** One plane of scores for each of 19 classes (CelebAMask-HQ). */
export interface ParserSpec extends NetSpec {
  readonly kind: 'parser';
  readonly size: number;
  readonly input: PictureInput;
  readonly outputName?: string;
}

export interface EnhancerSpec extends NetSpec {
  readonly kind: 'enhancer';
  readonly size: number;
  readonly template: TemplateName;
  readonly input: PictureInput;
  readonly output: PictureOutput;
  /** CodeFormer: 0 quality … 1 fidelity, one number of type double. */
  readonly weightName?: string;
}

export type ModelSpec = SwapperSpec | RecogniserSpec | ConverterSpec | OccluderSpec | ParserSpec | EnhancerSpec;
