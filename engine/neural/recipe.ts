import { faceAreas, type FaceArea } from './masks/area';
import { plainBox, type BoxMaskOptions } from './masks/box';
import { faceRegions, type FaceRegion } from './masks/region';
import type { ConverterSpec, EnhancerSpec, OccluderSpec, ParserSpec, RecogniserSpec, SwapperSpec } from './spec';

/** `box` is always applied. `own`: the engine's masks of hair, hands and objects. */
export const maskNames = ['box', 'own', 'occlusion', 'region', 'area'] as const;
export type MaskName = (typeof maskNames)[number];

/** Nets and options of one quality. Plain data: can be sent to a worker. */
export interface NeuralRecipe {
  readonly id: string;
  readonly name: string;
  readonly swapper: SwapperSpec;
  readonly recogniser?: RecogniserSpec;
  readonly converter?: ConverterSpec;
  readonly occluder?: OccluderSpec;
  readonly parser?: ParserSpec;
  readonly enhancer?: Enhancement;
  /** Side of the crop, pixels: the swapper's size or a multiple. */
  readonly boost: number;
  /** 0–1; 0.5 changes nothing. */
  readonly weight: number;
  readonly masks: readonly MaskName[];
  readonly box: BoxMaskOptions;
  readonly regions: readonly FaceRegion[];
  readonly areas: readonly FaceArea[];
  /** Of nets and options: earlier work of another recipe is not resumed. */
  readonly fingerprint: string;
}

export interface Enhancement {
  readonly spec: EnhancerSpec;
  /** 0–1. */
  readonly blend: number;
  /** CodeFormer: 0 quality … 1 fidelity. */
  readonly weight: number;
}

export const recipeDefaults = {
  weight: 0.5,
  masks: ['box', 'own'],
  box: plainBox,
  regions: faceRegions,
  areas: faceAreas,
} as const satisfies Partial<NeuralRecipe>;
