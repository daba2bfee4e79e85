import { availableParallelism } from 'node:os';
import { FaceFinder } from './analyse/face-finder';
import { FaceNetPool } from './analyse/face-net-pool';
import { EngineError, toEngineError } from './errors';
import { ModelStore } from './nets/model-store';
import { analysePhoto } from './photo/analyse-photo';
import { analyseClip } from './video/track/analyse-clip';
import { withMedia, type Media } from './video/clip/probe-media';
import { stillFromClip, previewClip } from './video/swap/still-from-clip';
import type { ClipMedia } from './video/clip/clip';
import { RenderPool } from './video/paint/render-pool';
import type { WorkFolder } from './video/segments/work-folder';
import type { Segment } from './video/segments/journal';
import { renderSegment, type SegmentRequest } from './video/swap/render-segment';
import { swapClip, type ClipContext, type ClipSwapResult } from './video/swap/swap-clip';
import { NeuralDriver, type NeuralOptions } from './neural/driver';
import type { MediaOptions, QualityOptions, SourceOptions, WorkOptions } from './photo/context';
import { prepareSource } from './photo/prepare-source';
import { sourceFaces, type SourceFacesOptions } from './photo/source-faces';
import { previewPhoto, type PreviewRequest } from './photo/preview-photo';
import { photoStill, type Still } from './photo/still';
import { swapPhoto, type SwapRequest, type SwapResult } from './photo/swap-photo';
import { meshSwapper } from './swap/mesh-swapper';
import { Moderator } from './moderate/moderator';
import type { ModerationOptions, ModerationScores } from './moderate/types';
import { makeComparison, type ComparisonRequest } from './export/comparison';
import { exportMedia, type ExportRequest } from './export/export-media';
import type { Size } from './media/size';
import { mediaFacts } from './preview/facts';
import { makeFilmstrip, type Filmstrip, type FilmstripRequest } from './preview/filmstrip';
import { makePlayable, type Playable, type PlayableRequest } from './preview/playable';
import {
  mediaKinds,
  MESH_QUALITY,
  type Analysis,
  type MediaFacts,
  type MediaInput,
  type Quality,
  type Source,
  type SourceFace,
  type SourcePhoto,
} from './types';

export * from './errors';
export * from './types';
export { fingerprintsOf } from './fingerprint/fingerprints';
export { readLabel, type Label } from './preview/read-label';
export { defaultLimits } from './media/limits';
export {
  SAME_PERSON_SIMILARITY as samePersonSimilarity,
  cosineSimilarity as faceSimilarity,
} from './nets/face-embedder';
export { animationLimits } from './export/export-video';
export type { ExportFormat } from './export/export-media';
export type { ComparisonRequest, ExportRequest };
export { isShortToModerate } from './moderate/moments';
export type { FrameScores, ModerationOptions, ModerationScores, NudityScores } from './moderate/types';
export type { MadeSegment, SegmentOffer, SegmentSharing, SegmentState } from './video/segments/segment-sharing';
export type { Segment, SegmentRequest };
export type { Filmstrip, FilmstripRequest, Playable, PlayableRequest };
export type {
  SourceFacesOptions,
  WorkFolder,
  MediaOptions,
  ClipSwapResult,
  PreviewRequest,
  Still,
  SwapRequest,
  SwapResult,
  WorkOptions,
  NeuralOptions,
  QualityOptions,
};

export interface EngineOptions {
  /** With the manifest; default the repository's own. */
  modelsDir?: string;
  /** Default one per core, at most 8. */
  threads?: number;
  /** Swappers made of an operator's packs; absent: the mesh alone. */
  neural?: NeuralOptions;
}

type ClipOptions = MediaOptions & Required<Pick<MediaOptions, 'kinds'>> & { work?: WorkFolder };

/**
 * All operations reject with `EngineError` only. Calls may overlap; the nets run one at a time. Accepts only photos
 * unless `kinds` names more.
 *
 * Whatever is read may be refused: `unsupported_type`, `damaged_media`, `too_small`, `too_large`, `bad_ratio` and
 * `too_long` (see `defaultLimits`). Whatever is written may end with `out_of_space`. A `signal` ends with `aborted`.
 * Below stands only what an operation adds. Times are milliseconds from the start of the media, sizes pixels.
 */
export interface Engine {
  /** Of swaps and previews; `mesh` first. Others may be unavailable, with the reason. */
  qualities(): readonly Quality[];
  /** Kind, format, size and measured duration. Decodes no pixels. */
  inspect(input: MediaInput, options?: MediaOptions): Promise<MediaFacts>;
  /**
   * Persons, with the place of each face in pixels as displayed. Media without faces has no persons; that is no error.
   * @throws EngineError `bad_interval`
   */
  analyse(input: MediaInput, options?: MediaOptions): Promise<Analysis>;
  /**
   * How much nudity it shows and, where it is suspected, the apparent ages of the faces. Of clips some frames, and with
   * `cuts` every scene. Scores are 0–1. Takes no decision.
   */
  moderate(input: MediaInput, options?: ModerationOptions): Promise<ModerationScores>;
  /**
   * From photos of one person: each photo's largest face, or the one at `SourcePhoto.at`.
   * @throws EngineError `no_face` if a photo has none, `unusable_face` if one shows too little, `model_missing`
   */
  prepare(
    photos: (MediaInput | SourcePhoto)[],
    options?: WorkOptions & QualityOptions & SourceOptions,
  ): Promise<Source>;
  /**
   * Largest first, at most eight, compared with `reference` if given.
   * @throws EngineError `no_face`
   */
  sourceFaces(photo: MediaInput, options?: SourceFacesOptions): Promise<SourceFace[]>;
  /**
   * Writes to `out`, which is complete or absent: videos as mp4, others in the format of its extension, else their own.
   * @throws EngineError `no_face`, `unknown_person` if a binding names no person in the media, `bad_interval`,
   *   `model_missing`, and the fault of a quality that cannot run
   */
  swap(request: SwapRequest & { kinds?: undefined }): Promise<SwapResult>;
  swap(request: SwapRequest & ClipOptions): Promise<SwapResult | ClipSwapResult>;
  /**
   * A segment of another process's swap, which shares its work (`SegmentSharing`). Writes a file to the folder.
   * @throws EngineError `internal` if the offer is of other media or another version
   */
  renderSegment(request: SegmentRequest & { media: string }): Promise<Segment>;
  /**
   * A small JPEG with the machine-readable label, without the watermark. `original`: the same frame of a GIF or video.
   * @throws EngineError as `swap`
   */
  preview(request: PreviewRequest & MediaOptions): Promise<{ jpeg: Buffer; original?: Buffer }>;
  /** The first frame as a JPEG, at most `width` pixels wide. */
  still(media: MediaInput, width: number, options?: MediaOptions): Promise<Still>;
  /**
   * Frames at equal intervals, side by side in one JPEG.
   * @throws EngineError `unsupported_type` for a still picture
   */
  filmstrip(media: MediaInput, request?: FilmstripRequest): Promise<Filmstrip>;
  /**
   * Writes an mp4 that every browser plays to `out`.
   * @throws EngineError `unsupported_type` for a still picture or an animation
   */
  playable(request: PlayableRequest): Promise<Playable>;
  /**
   * Writes a result in another format or size to `out`, with its machine-readable label.
   * @throws EngineError `unsupported_type` for a format that the kind of media has not
   */
  export(request: ExportRequest): Promise<Size>;
  /** One moment of original and result side by side, labelled. */
  compare(request: ComparisonRequest): Promise<{ jpeg: Buffer }>;
  /** Ends its threads and processes. Calls that still run may reject. */
  close(): Promise<void>;
}

const meshQuality: Quality = {
  id: MESH_QUALITY,
  name: 'Standard',
  driver: 'mesh',
  available: true,
  kinds: mediaKinds,
  priceFactor: 1,
};

/** Each thread holds its own frames in memory. */
const MAX_THREADS = 8;

/**
 * Loads the nets that find faces. A pack that cannot be used is no error: see `qualities`.
 * @throws EngineError `models_missing` if a model is absent or does not match the manifest; `model_missing` and
 *   `device_unavailable` if the folder of packs or the device is absent
 */
export async function openEngine({ modelsDir, threads, neural: options }: EngineOptions = {}): Promise<Engine> {
  const store = await withEngineErrors(ModelStore.open(modelsDir));
  // Before the nets of faces, which would stay open if it fails; its own are loaded when they are needed.
  const neural = options && (await withEngineErrors(NeuralDriver.open(options)));
  const count = threads ?? Math.min(availableParallelism(), MAX_THREADS);
  const detectorThreads = Math.min(count, 2);
  const faces = await withEngineErrors(FaceFinder.load(store, detectorThreads));
  const renderPool = new RenderPool(count);
  const createNetPool = () => new FaceNetPool(faces, count, modelsDir);
  const context: ClipContext = { faces, swapper: meshSwapper, neural, renderPool, createNetPool };
  const moderator = new Moderator(store, faces);
  return {
    qualities: () => [meshQuality, ...(neural?.qualities() ?? [])],
    analyse: (input, options = {}) =>
      open(input, options, (media) =>
        media.kind === 'photo'
          ? analysePhoto(context, input, options)
          : analyseClip(context.createNetPool(), media, options),
      ),
    moderate: (input, options = {}) => open(input, options, (media) => moderator.moderate(media, input, options)),
    sourceFaces: (photo, options) => withEngineErrors(sourceFaces(context, photo, options)),
    prepare: (photos, options) => withEngineErrors(prepareSource(context, photos, options)),
    swap: ((request: SwapRequest & MediaOptions) =>
      open<SwapResult | ClipSwapResult>(request.media, request, (media) =>
        media.kind === 'photo' ? swapPhoto(context, request) : swapClip(context, media, request),
      )) as Engine['swap'],
    renderSegment: (request) => openClip(request.media, request, (media) => renderSegment(context, media, request)),
    preview: (request) =>
      open<{ jpeg: Buffer; original?: Buffer }>(request.media, request, (media) =>
        media.kind === 'photo' ? previewPhoto(context, request) : previewClip(context, media, request),
      ),
    still: (input, width, options = {}) =>
      open(input, options, (media) =>
        media.kind === 'photo' ? photoStill(input, width, options) : stillFromClip(media, width, options),
      ),
    inspect: (input, options = {}) => open(input, options, (media) => mediaFacts(media, input, options)),
    filmstrip: (input, request = {}) => openClip(input, request, (media) => makeFilmstrip(media, request)),
    playable: (request) => openClip(request.media, request, (media) => makePlayable(media, request)),
    export: (request) => open(request.media, { ...request, kinds: mediaKinds }, (media) => exportMedia(media, request)),
    compare: (request) => {
      const options = { ...request, kinds: mediaKinds };
      return open(request.original, options, (original) =>
        open(request.result, options, (result) => makeComparison([original, result], request)),
      );
    },
    close: async () => {
      await withEngineErrors(
        Promise.all([context.faces.close(), moderator.close(), renderPool.close(), neural?.close()]),
      );
    },
  };
}

function open<T>(input: MediaInput, options: MediaOptions, work: (media: Media) => Promise<T>): Promise<T> {
  const { kinds = ['photo'], limits, signal } = options;
  return withEngineErrors(withMedia(input, { kinds, limits, signal }, work));
}

function openClip<T>(input: MediaInput, options: WorkOptions, work: (media: ClipMedia) => Promise<T>): Promise<T> {
  return open(input, { ...options, kinds: mediaKinds }, (media) => {
    if (media.kind !== 'photo') return work(media);
    throw new EngineError(
      'unsupported_type',
      'This is a still picture. Choose a video, or an animated GIF, WebP or PNG.',
    );
  });
}

async function withEngineErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toEngineError(error);
  }
}
