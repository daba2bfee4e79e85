import { FaceFinder } from './analyse/face-finder';
import { toEngineError } from './errors';
import { ModelStore } from './nets/model-store';
import { analysePhoto } from './photo/analyse-photo';
import type { PhotoContext, WorkOptions } from './photo/context';
import { prepareSource } from './photo/prepare-source';
import { previewPhoto, type PreviewRequest } from './photo/preview-photo';
import { stillOf, type Still } from './photo/still';
import { swapPhoto, type SwapRequest, type SwapResult } from './photo/swap-photo';
import { meshSwapper } from './swap/mesh-swapper';
import type { Analysis, MediaInput, Source } from './types';

export * from './errors';
export * from './types';
export { readLabel, type Label } from './label/read-label';
export { defaultLimits } from './media/limits';
export type { PreviewRequest, Still, SwapRequest, SwapResult, WorkOptions };

export interface EngineOptions {
  /** Folder of the converted models and their manifest; the repository's own by default. */
  modelsDir?: string;
  /** Threads of each net; 1 suits a process a core. */
  threads?: number;
  swapper?: 'mesh';
}

/** Every operation rejects with an `EngineError` only. Calls may overlap; the nets take them in turn. */
export interface Engine {
  /** Finds the persons in a photo. One without faces is no error: it has no persons. */
  analyse(input: MediaInput, options?: WorkOptions): Promise<Analysis>;
  /** Makes a source of one person's photos: the largest face of each. `no_face` when one has none. */
  prepare(photos: MediaInput[], options?: WorkOptions): Promise<Source>;
  /** Writes the media with new faces to `out`. `unknown_person` when a binding names nobody in it. */
  swap(request: SwapRequest): Promise<SwapResult>;
  /** A small JPEG of what `swap` would give, marked but without the visible plate. */
  preview(request: PreviewRequest): Promise<{ jpeg: Buffer }>;
  /** The media as it is, as a clean JPEG at most `width` pixels wide. */
  still(media: MediaInput, width: number, options?: WorkOptions): Promise<Still>;
  close(): Promise<void>;
}

/** Loads the nets once. `models_missing` when one is absent or is not the one the manifest pins. */
export async function openEngine({ modelsDir, threads }: EngineOptions = {}): Promise<Engine> {
  const store = await named(ModelStore.open(modelsDir, threads));
  const context: PhotoContext = { faces: await named(FaceFinder.load(store)), swapper: meshSwapper };
  return {
    analyse: (input, options) => named(analysePhoto(context, input, options)),
    prepare: (photos, options) => named(prepareSource(context, photos, options)),
    swap: (request) => named(swapPhoto(context, request)),
    preview: (request) => named(previewPhoto(context, request)),
    still: (media, width, options) => named(stillOf(media, width, options)),
    close: () => named(context.faces.close()),
  };
}

/** Gives whatever goes wrong a name and a sentence. */
async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toEngineError(error);
  }
}
