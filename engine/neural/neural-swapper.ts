import { COMPOSITE_WITH_TRAINED_MEDIA } from '#engine/label/xmp';
import { assessPhoto, withoutBlots } from '#engine/swap/source/mesh-source';
import type { FaceView, Landmarks, SourceWarning, Swapper, SwapSource, Box } from '#engine/types';
import { fivePoints, HALF_PIXEL } from './five-points';
import { averageIdentity, embeddingInput, recogniseFace } from './identity';
import type { NetRunner } from './net-runner';
import { cornerBounds } from './paste';
import { pictureSource } from './picture-source';
import type { NeuralRecipe } from './recipe';
import { swapFace, targetFace } from './swap-face';
import { alignment } from './templates';

export interface NeuralSource extends SwapSource {
  readonly warnings: readonly SourceWarning[];
  /** The swapper's input: an embedding, or a planar picture. */
  readonly input: Float32Array;
}

export interface NeuralSwapperOptions {
  readonly recipe: NeuralRecipe;
  /** Called for each face: the host may have been restarted. */
  readonly nets: () => NetRunner;
  /** 512 × 512; `latent` only. */
  readonly emap?: () => Promise<Float32Array>;
}

/** The other warnings speak of what the mesh keeps or takes away; neural nets draw the face anew. */
const kept = new Set(['turned_away', 'hair_over_face', 'too_small', 'blurred', 'unusable_face']);

/** Pixels around the crops that bilinear sampling reads. */
const MARGIN = 2;

export function neuralSwapper({ recipe, nets, emap }: NeuralSwapperOptions): Swapper<NeuralSource> {
  return {
    name: recipe.id,
    sourceType: COMPOSITE_WITH_TRAINED_MEDIA,
    concurrent: true,
    prepareSource: async (photos) => {
      const clear = withoutBlots(photos);
      return { warnings: commonWarnings(clear), input: await sourceInput(clear, recipe, nets(), emap) };
    },
    assessPhoto: (photo) => assessPhoto(photo).filter(({ code }) => kept.has(code)),
    reach: (landmarks) => reachOf(landmarks, recipe),
    swapFace: (image, landmarks, { input }, masks) =>
      swapFace(image, targetFace(landmarks, recipe, masks), input, recipe, nets()),
  };
}

/** Only flaws of all photos: one good photo suffices. */
function commonWarnings(photos: readonly FaceView[]): SourceWarning[] {
  const [first, ...others] = photos.map((photo) => assessPhoto(photo).filter(({ code }) => kept.has(code)));
  return first.filter(({ code }) => others.every((warnings) => warnings.some((warning) => warning.code === code)));
}

async function sourceInput(
  photos: readonly FaceView[],
  { swapper, recogniser, converter }: NeuralRecipe,
  nets: NetRunner,
  emap: NeuralSwapperOptions['emap'],
): Promise<Float32Array> {
  const { source } = swapper;
  const [{ image, landmarks }] = photos;
  if (source.picture && source.take === 'picture') return pictureSource(image, fivePoints(landmarks), source.picture);
  const identities = [];
  for (const photo of photos) identities.push(await recogniseFace(photo.image, photo.landmarks, recogniser!, nets));
  const matrix = source.take === 'latent' ? await emap!() : undefined;
  return embeddingInput(averageIdentity(identities), source, { nets, converter, emap: matrix });
}

/** All crops: their edge pixels may be repeated only where the picture ends. */
function reachOf(landmarks: Landmarks, { swapper, recogniser, enhancer, weight }: NeuralRecipe): Box {
  const points = fivePoints(landmarks);
  const templates = [swapper.template];
  if (enhancer) templates.push(enhancer.spec.template);
  if (recogniser && weight !== 0.5) templates.push(recogniser.template);
  const bounds = templates.map((template) => cornerBounds(alignment(points, template, 1), 1));
  const [left, top] = [Math.min(...bounds.map((box) => box.left)), Math.min(...bounds.map((box) => box.top))];
  const [right, bottom] = [Math.max(...bounds.map((box) => box.right)), Math.max(...bounds.map((box) => box.bottom))];
  const [x, y] = [left + HALF_PIXEL - MARGIN, top + HALF_PIXEL - MARGIN];
  return { x, y, width: right - left + 2 * MARGIN, height: bottom - top + 2 * MARGIN };
}
