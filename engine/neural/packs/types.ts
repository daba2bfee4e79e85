import type { EngineErrorCode } from '#engine/errors';
import type { PackManifest } from './manifest';
import type { RecipeManifest } from './recipe-manifest';

/** What a net is for, by the family that decides its arithmetic. */
export const packKinds = {
  inswapper: 'swapper',
  hyperswap: 'swapper',
  simswap: 'swapper',
  ghost: 'swapper',
  hififace: 'swapper',
  uniface: 'swapper',
  blendswap: 'swapper',
  instyle: 'swapper',
  arcface: 'recogniser',
  crossface: 'converter',
  xseg: 'occluder',
  bisenet: 'parser',
  gfpgan: 'enhancer',
  codeformer: 'enhancer',
  restoreformer: 'enhancer',
  gpen: 'enhancer',
} as const;

export type PackType = keyof typeof packKinds;
export type PackKind = (typeof packKinds)[PackType];

export const packTypes = Object.keys(packKinds) as [PackType, ...PackType[]];

/**
 * `absent`: pack.json without its file. `unknown`: a file without pack.json. `unaccepted`: the licence is not accepted.
 * `altered`: the file differs from its checksum. `unfit`: wrong inputs, outputs or self-test. `unlicensed`: not for
 * commercial use, where plans are sold.
 */
const packStates = ['absent', 'unknown', 'unaccepted', 'altered', 'unfit', 'unlicensed', 'ready'] as const;
export type PackState = (typeof packStates)[number];

/** For operators: the message names files and commands, so users never see it. */
export interface PackFault {
  readonly code: Extract<EngineErrorCode, 'model_missing' | 'model_altered' | 'model_unfit' | 'model_unlicensed'>;
  readonly message: string;
}

/** Changes when the file is replaced or written to. */
export interface FileStamp {
  readonly bytes: number;
  readonly modifiedMs: number;
  readonly inode: number;
}

export interface StampedFile {
  readonly file: string;
  readonly stamp: FileStamp;
}

export interface Pack {
  /** Name of its folder. */
  readonly id: string;
  readonly state: PackState;
  /** Absent if and only if the state is `ready`. */
  readonly fault?: PackFault;
  /** Absolute path of the ONNX file. */
  readonly file: string;
  /** Absent if the state is `unknown` or pack.json is invalid. */
  readonly manifest?: PackManifest;
  /** Of the file whose checksum was compared. */
  readonly stamp?: FileStamp;
  /** The other files that the runtime loads with it. */
  readonly data?: readonly StampedFile[];
}

export type ReadyPack = Pack & { readonly state: 'ready'; readonly manifest: PackManifest; readonly stamp: FileStamp };

/** The nets and options of one quality. */
export interface Recipe extends RecipeManifest {
  /** Changes with each file and option that changes the picture; belongs in fingerprints. */
  readonly fingerprint: string;
  /** Absent: the recipe can run. */
  readonly fault?: PackFault;
  /** Only those that are ready. */
  readonly packs: Readonly<Partial<Record<PackKind, ReadyPack>>>;
}

export type ReadyRecipe = Recipe & { readonly packs: { readonly swapper: ReadyPack }; readonly fault?: undefined };

export interface Packs {
  readonly folder: string;
  readonly packs: readonly Pack[];
  readonly recipes: readonly Recipe[];
}

export function isReady(pack: Pack): pack is ReadyPack {
  return pack.state === 'ready';
}

export function isReadyRecipe(recipe: Recipe): recipe is ReadyRecipe {
  return recipe.fault === undefined;
}
