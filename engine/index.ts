import { availableParallelism } from 'node:os';
import { FaceFinder } from './analyse/face-finder';
import { FinderThreads } from './analyse/face-net-pool';
import { EngineError, toEngineError } from './errors';
import { ModelStore } from './nets/model-store';
import { analysePhoto } from './photo/analyse-photo';
import { analyseMoving } from './video/analyse-clip';
import { withMedia, type Media } from './video/probe-media';
import { movingStill, previewMoving } from './video/still-from-clip';
import type { MovingMedia } from './video/clip';
import { Painters } from './video/render-pool';
import type { WorkFolder } from './video/work-folder';
import { swapMoving, type MovingContext, type MovingSwapResult } from './video/swap-clip';
import type { MediaOptions, WorkOptions } from './photo/context';
import { prepareSource } from './photo/prepare-source';
import { previewPhoto, type PreviewRequest } from './photo/preview-photo';
import { stillOf, type Still } from './photo/still';
import { swapPhoto, type SwapRequest, type SwapResult } from './photo/swap-photo';
import { meshSwapper } from './swap/mesh-swapper';
import { factsOf } from './preview/facts';
import { makeFilmstrip, type Filmstrip, type FilmstripRequest } from './preview/filmstrip';
import { makePlayable, type Playable, type PlayableRequest } from './preview/playable';
import { mediaKinds, type Analysis, type MediaFacts, type MediaInput, type Source } from './types';

export * from './errors';
export * from './types';
export { readLabel, type Label } from './preview/read-label';
export { defaultLimits } from './media/limits';
export type { Filmstrip, FilmstripRequest, Playable, PlayableRequest };
export type { WorkFolder, MediaOptions, MovingSwapResult, PreviewRequest, Still, SwapRequest, SwapResult, WorkOptions };

export interface EngineOptions {
  /** Folder of the converted models and their manifest; the repository's own by default. */
  modelsDir?: string;
  /** Threads that look at and paint the frames of moving media; as many as there are cores, unless told otherwise. */
  threads?: number;
}

/** Lets a request be about media of other kinds than photos, and about a part of it. */
type Moving = MediaOptions & Required<Pick<MediaOptions, 'kinds'>> & { work?: WorkFolder };

/**
 * Every operation rejects with an `EngineError` only. Calls may overlap; the nets take them in turn. Photos alone are
 * accepted unless `kinds` names more.
 */
export interface Engine {
  /** Says what media is without decoding it. */
  inspect(input: MediaInput, options?: MediaOptions): Promise<MediaFacts>;
  /** Finds the persons in media. One without faces is no error: it has no persons. */
  analyse(input: MediaInput, options?: MediaOptions): Promise<Analysis>;
  /** Makes a source of one person's photos: the largest face of each. `no_face` when one has none. */
  prepare(photos: MediaInput[], options?: WorkOptions): Promise<Source>;
  /** Writes the media with new faces to `out`. `unknown_person` when a binding names nobody in it. */
  swap(request: SwapRequest & { kinds?: undefined }): Promise<SwapResult>;
  swap(request: SwapRequest & Moving): Promise<SwapResult | MovingSwapResult>;
  /** A small JPEG of what `swap` would give, marked but without the visible plate. */
  preview(request: PreviewRequest & MediaOptions): Promise<{ jpeg: Buffer }>;
  /** The media as it is (its first frame), as a clean JPEG at most `width` pixels wide. */
  still(media: MediaInput, width: number, options?: MediaOptions): Promise<Still>;
  /** Frames of a video or an animation side by side, at even distances over all of it. */
  filmstrip(media: MediaInput, request?: FilmstripRequest): Promise<Filmstrip>;
  /** Writes a video as an mp4 that every browser plays. */
  playable(request: PlayableRequest): Promise<Playable>;
  close(): Promise<void>;
}

/** Each holds what it needs for frames of its own. */
const MOST_THREADS = 8;

/** Loads the nets once. `models_missing` when one is absent or is not the one the manifest pins. */
export async function openEngine({ modelsDir, threads }: EngineOptions = {}): Promise<Engine> {
  const store = await named(ModelStore.open(modelsDir));
  const count = threads ?? Math.min(availableParallelism(), MOST_THREADS);
  const [faces, painters] = [await named(FaceFinder.load(store)), new Painters(count)];
  const finderThreads = () => new FinderThreads(faces, count, modelsDir);
  const context: MovingContext = { faces, swapper: meshSwapper, painters, finderThreads };
  return {
    analyse: (input, options = {}) =>
      open(input, options, (media) =>
        media.kind === 'photo'
          ? analysePhoto(context, input, options)
          : analyseMoving(context.finderThreads(), media, options),
      ),
    prepare: (photos, options) => named(prepareSource(context, photos, options)),
    swap: ((request: SwapRequest & MediaOptions) =>
      open<SwapResult | MovingSwapResult>(request.media, request, (media) =>
        media.kind === 'photo' ? swapPhoto(context, request) : swapMoving(context, media, request),
      )) as Engine['swap'],
    preview: (request) =>
      open(request.media, request, (media) =>
        media.kind === 'photo' ? previewPhoto(context, request) : previewMoving(context, media, request),
      ),
    still: (input, width, options = {}) =>
      open(input, options, (media) =>
        media.kind === 'photo' ? stillOf(input, width, options) : movingStill(media, width, options),
      ),
    inspect: (input, options = {}) => open(input, options, (media) => factsOf(media, input, options)),
    filmstrip: (input, request = {}) => openMoving(input, request, (media) => makeFilmstrip(media, request)),
    playable: (request) => openMoving(request.media, request, (media) => makePlayable(media, request)),
    close: async () => {
      await named(Promise.all([context.faces.close(), painters.close()]));
    },
  };
}

/** Looks at what the media is before it is worked on. */
function open<T>(input: MediaInput, options: MediaOptions, work: (media: Media) => Promise<T>): Promise<T> {
  const { kinds = ['photo'], limits, signal } = options;
  return named(withMedia(input, { kinds, limits, signal }, work));
}

function openMoving<T>(input: MediaInput, options: WorkOptions, work: (media: MovingMedia) => Promise<T>): Promise<T> {
  return open(input, { ...options, kinds: mediaKinds }, (media) => {
    if (media.kind !== 'photo') return work(media);
    throw new EngineError('unsupported_type', 'This is a still picture. Choose a video, or an animated GIF or WebP.');
  });
}

/** Gives whatever goes wrong a name and a sentence. */
async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toEngineError(error);
  }
}
