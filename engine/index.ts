import { EngineError } from './errors';
import type { Analysis, Bindings, Limits, MediaFormat, MediaInput, OnProgress, Source } from './types';

export * from './errors';
export * from './types';

export interface EngineOptions {
  /** Folder of the converted models and their manifest; the engine's own by default. */
  modelsDir?: string;
  /** Threads of each net; 1 suits a process per core. */
  threads?: number;
  swapper?: 'mesh';
}

export interface WorkOptions {
  limits?: Partial<Limits>;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

export interface SwapRequest extends WorkOptions {
  media: MediaInput;
  bindings: Bindings;
  /** Path of the result. Written beside itself and renamed, so it is whole or absent. */
  out: string;
  /** `visible` draws the "AI modified" plate; the machine-readable mark is always set. */
  label?: { visible: boolean };
}

export interface SwapResult {
  width: number;
  height: number;
  format: MediaFormat;
  /** Keys of the persons who got a new face. */
  persons: string[];
}

export interface PreviewRequest extends WorkOptions {
  media: MediaInput;
  bindings: Bindings;
  /** Width of the still, pixels; never larger than the media. */
  width: number;
}

export interface Engine {
  /** Finds the persons in a photo. */
  analyse(input: MediaInput, options?: WorkOptions): Promise<Analysis>;
  /** Makes a source of one person's photos: the largest face of each. `no_face` when one has none. */
  prepare(photos: MediaInput[], options?: WorkOptions): Promise<Source>;
  /** Writes the media with new faces to `out`. `unknown_person` when a binding names nobody in it. */
  swap(request: SwapRequest): Promise<SwapResult>;
  /** A small JPEG of what `swap` would give. */
  preview(request: PreviewRequest): Promise<{ jpeg: Buffer }>;
  close(): Promise<void>;
}

/** Loads the nets once. `models_missing` when one is absent or is not the one the manifest pins. */
export async function openEngine(_options: EngineOptions = {}): Promise<Engine> {
  throw new EngineError('models_missing', 'The face models are not installed. Run `npm run setup` first.');
}
