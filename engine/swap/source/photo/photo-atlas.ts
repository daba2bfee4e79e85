import { LANDMARK_COUNT, type FaceView } from '#engine/types';
import { allocate, computeFloats, copyIn, kernels, withScratch } from '#engine/kernels/memory';
import { mouthOpenness } from '#engine/mesh/pose';
import { edgesOf } from '#engine/swap/geometry/face-crop';
import { chinZone } from '#engine/swap/geometry/vertex-weights';
import { interpolateOverAtlas, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import { atlasMasks } from '#engine/swap/source/atlas/atlas-masks';
import { blurInside } from '#engine/swap/source/atlas/blur-inside';
import { shownBehindNose } from './behind-nose';
import { connectedToNose } from './connected';
import { liftNoseShade } from './nose-shade';
import { photoBeard, showSidesOfBeard, type PhotoBeard } from './photo-beard';
import { vertexVisibility } from './visibility';

/** Lips pulled shut by more than skin moves; the landmarks of their lower edge lie inside the mouth. */
export const mostOpenMouth = 0.45;
/** Share of the atlas. */
const featherRadius = 0.01;
/** Texels between both readings of one: of a photo with more rows than the atlas, one reading would make steps of thin lines. */
const rowsApart = 0.5;

export interface PhotoAtlas {
  readonly layout: AtlasLayout;
  /** size² × 3, 0–255; 0 outside the face. Without most of the shade of a turned nose. */
  readonly rgb: Float32Array;
  /** size², 0–1: visible, not covered. */
  readonly confidence: Float32Array;
  /** As `confidence`, before rims of glasses, displaced lips, the ridge of a turned nose and seams are taken away. */
  readonly visible: Float32Array;
  /** size², 0 edge-on or averted to 1 facing the camera. */
  readonly facing: Float32Array;
  /** size², 0–1. */
  readonly hair: Float32Array;
  /** Undefined without one. */
  readonly beard?: PhotoBeard | undefined;
  /** size², 0–1: behind glasses. */
  readonly lenses?: Float32Array | undefined;
  /** size², 0–1. Undefined without glasses. */
  readonly rims?:
    | {
        /** As the net has found them. */
        readonly found: Float32Array;
        /** With the margin that `confidence` leaves out. */
        readonly wide: Float32Array;
        /** `confidence` if there were none. */
        readonly without: Float32Array;
      }
    | undefined;
}

export function unwrapPhoto(view: FaceView, layout: AtlasLayout): PhotoAtlas {
  const across = interpolateOverAtlas(layout, view.landmarks, 3, 0);
  const down = interpolateOverAtlas(layout, view.landmarks, 3, 1);
  const rgb = readPhoto(view, layout);
  const confidence = texelConfidence(view, layout, rgb, across, down);
  return { layout, rgb: liftNoseShade(rgb, confidence.visible, confidence.facing, layout), ...confidence };
}

/** size² × 3 */
function readPhoto({ image, landmarks }: FaceView, layout: AtlasLayout): Float32Array {
  const { width, height, data } = image;
  const count = layout.ids.length;
  return computeFloats(3 * count, (rgb) => {
    const [numbers, pixels] = [copyIn(layout.ids), copyIn(data)];
    const lower = allocate(12 * count);
    for (const [rowOffset, texels] of [
      [-rowsApart / 2, rgb],
      [rowsApart / 2, lower],
    ] as const) {
      withScratch(() => {
        const across = copyIn(interpolateOverAtlas(layout, landmarks, 3, 0, rowOffset));
        const down = copyIn(interpolateOverAtlas(layout, landmarks, 3, 1, rowOffset));
        kernels().unwrap(pixels, width, height, numbers, across, down, count, texels);
      });
    }
    kernels().mixPlanes(rgb, lower, 0.5, 3 * count, rgb);
  });
}

function texelConfidence(
  view: FaceView,
  layout: AtlasLayout,
  rgb: Float32Array,
  across: Float32Array,
  down: Float32Array,
): Omit<PhotoAtlas, 'layout' | 'rgb'> {
  const { ids } = layout;
  const seen = interpolateOverAtlas(layout, vertexVisibility(view.landmarks));
  const behindNose = shownBehindNose(view.landmarks, rgb, seen, layout);
  const { covered: seenOver, hair, rims, found, lenses, ...masks } = atlasMasks(view, layout, across, down);
  const covered = coverBeyondEdges(view, seenOver, across, down);
  const torn = mouthOpenness(view.landmarks) > mostOpenMouth ? 1 : 0;
  const bare = computeFloats(ids.length, (texels) =>
    kernels().bareTexels(copyIn(ids), copyIn(seen), copyIn(covered), ids.length, texels),
  );
  const beard = masks.beard && photoBeard(rgb, masks.beard, bare, layout);
  if (beard?.dark) showSidesOfBeard(bare, beard.dark, seen, covered);
  const visible = connectedToNose(bare, layout);
  const free = (behindGlasses: Float32Array) =>
    computeFloats(ids.length, (texels) => {
      const hidden = behindNose ? behindGlasses.map((share, i) => Math.max(share, behindNose[i])) : behindGlasses;
      const chin = copyIn(zoneOverAtlas(layout, chinZone));
      kernels().freeTexels(copyIn(visible), copyIn(hidden), chin, torn, ids.length, texels);
    });
  return {
    visible,
    facing: seen,
    hair,
    beard,
    confidence: featherInwards(free(rims), layout),
    lenses,
    rims: found && { found, wide: rims, without: featherInwards(free(new Float32Array(ids.length)), layout) },
  };
}

const everyLandmark = Array.from({ length: LANDMARK_COUNT }, (_, landmark) => landmark);

/** No photo shows what lies beyond its edges: there, pixels of the edge are read. The net marks most of it, but not all. */
function coverBeyondEdges(
  { image: { width, height }, landmarks }: FaceView,
  covered: Float32Array,
  across: Float32Array,
  down: Float32Array,
): Float32Array {
  const { left, top, right, bottom } = edgesOf(landmarks, everyLandmark);
  if (left >= 0 && top >= 0 && right <= width && bottom <= height) return covered;
  return covered.map((share, i) => (across[i] < 0 || across[i] > width || down[i] < 0 || down[i] > height ? 1 : share));
}

/** Towards the outline and covered places. */
function featherInwards(confidence: Float32Array, layout: AtlasLayout): Float32Array {
  return computeFloats(confidence.length, (soft) => {
    const own = copyIn(confidence);
    blurInside(own, layout, featherRadius, soft);
    kernels().featherConfidence(soft, own, confidence.length);
  });
}
