import type { FaceView } from '#engine/types';
import { mouthOpenness } from '#engine/mesh/pose';
import type { AtlasLevel, PosedAtlas, ShareMap } from '#engine/swap/source-types';
import type { AtlasLayout } from './atlas/atlas-layout';
import { atlasLevels, lipPatches } from './atlas-levels';
import { eraseBrowFragments } from './complete/brow-fragments';
import { completeLayers } from './complete/complete';
import { easeCreases } from './complete/ease-creases';
import { easeNoseShade } from './complete/ease-nose-shade';
import { evenTexture } from './complete/even-texture';
import { sideLight, treatInPart } from './complete/side-light';
import { symmetriseLight } from './complete/symmetrise-light';
import { taperBrows } from './complete/taper-brows';
import { preferBetterSide } from './confidence/better-side';
import { edgeOnShare } from './confidence/edge-on';
import { discountGlare } from './confidence/glare';
import { discountHairEdge } from './confidence/hair-edge';
import { discountHairShadow } from './confidence/hair-shadow';
import { refineRims } from './confidence/refine-rims';
import { discountBrowStrands } from './confidence/strands-over-brows';
import { cleanLips, lipsApart } from './features/clean-lips';
import { easeBrowShine } from './features/ease-brow-shine';
import { easeGloss } from './features/ease-gloss';
import { easeLids } from './features/ease-lids';
import { skinBesideLips } from './features/skin-beside-lips';
import { softenWings } from './features/soften-wings';
import { fuseLayers, fusePlanes } from './fuse';
import { knownSkin } from './known-skin';
import { splitLayers, type Layers } from './photo/layers';
import type { PhotoAtlas } from './photo/photo-atlas';
import { distinctPoses } from './poses';

/** Of light from one side: more flattens the nose, less leaves its shadow. Decision 36. */
const mostTreatment = 0.5;

/**
 * One atlas per distinct pose, each led by the photo in that pose. All know the same skin: that of all photos.
 * @param crops the photos of the atlases, most frontal first
 */
export function posedAtlases(
  atlases: readonly PhotoAtlas[],
  layout: AtlasLayout,
  crops: readonly FaceView[],
): { poses: PosedAtlas[]; known: ShareMap } {
  const photos = atlases.map((atlas) => trustedLayers(atlas, layout));
  const preferred = photos.map((photo, i) => preferBetterSide(photo, atlases[i].facing, layout));
  const openness = Math.max(...crops.map(({ landmarks }) => mouthOpenness(landmarks)));
  const leaders = distinctPoses(crops.map(({ landmarks }) => landmarks));
  const made = leaders.map(({ index, pose }) => {
    const fused = fusePhotos({ photos, preferred, atlases }, leaders.length > 1 ? index : undefined);
    const { whole, face } = finishFace(fused, layout);
    const levels = levelsOf(face, lipsApart(whole, layout, openness), layout, fused.beard !== undefined);
    return { pose, levels, confidence: whole.confidence };
  });
  return {
    poses: made.map(({ pose, levels }) => ({ pose, levels })),
    known: knownSkin(made[0].confidence, atlases, layout),
  };
}

/** What hides the skin or falsifies its colour gets less confidence. */
function trustedLayers(atlas: PhotoAtlas, layout: AtlasLayout): Layers {
  const even = easeNoseShade(splitLayers(atlas), atlas);
  const bare = discountHairShadow(refineRims(even, atlas, layout), layout, atlas.beard?.dark);
  const withoutGlare = discountGlare(bare, atlas.lenses, layout);
  return discountHairEdge(discountBrowStrands(withoutGlare, atlas), atlas);
}

/** One of each per photo. */
interface Photos {
  readonly photos: readonly Layers[];
  /** With less confidence in the side that faces away. */
  readonly preferred: readonly Layers[];
  readonly atlases: readonly PhotoAtlas[];
}

interface FusedFace {
  /** Of both sides. */
  readonly seen: Layers;
  /** Of the better side. */
  readonly fused: Layers;
  /** size², 0–1 (see `PhotoAtlas`). */
  readonly facing: Float32Array;
  /** size², 0–1: where dark hair grows; undefined without a beard. */
  readonly beard: Float32Array | undefined;
}

/** @param leader index of the photo whose details are preferred */
function fusePhotos({ photos, preferred, atlases }: Photos, leader: number | undefined): FusedFace {
  const leaderOf = (layers: readonly Layers[]) => (leader === undefined ? undefined : layers[leader]);
  const fuse = (layers: readonly Layers[]) => fuseLayers(layers, leaderOf(layers));
  const fusePlane = (planes: readonly Float32Array[]) => fusePlanes(preferred, planes, leaderOf(preferred));
  const facing = fusePlane(atlases.map((atlas) => atlas.facing));
  const beard = atlases.some((atlas) => atlas.beard?.dark)
    ? fusePlane(atlases.map((atlas) => atlas.beard?.dark ?? new Float32Array(facing.length)))
    : undefined;
  return { seen: fuse(photos), fused: fuse(preferred), facing, beard };
}

/** @returns `whole`: filled where no photo shows the face; `face`: also without what light and lens did to it. */
function finishFace({ seen, fused, facing, beard }: FusedFace, layout: AtlasLayout): { whole: Layers; face: Layers } {
  const share = mostTreatment * sideLight(seen, layout);
  const complete = completeLayers(fused, layout, seen.confidence);
  const whole = taperBrows(eraseBrowFragments(complete, fused.confidence, layout), layout);
  const even = treatInPart(whole, share, (face) => symmetriseLight(face, layout));
  const smooth = evenTexture(even, layout, edgeOnShare(facing, fused.confidence, layout, beard));
  const eased = treatInPart(smooth, share, (face) => easeCreases(face, layout));
  return { whole, face: skinBesideLips(easeBrowShine(easeLids(softenWings(eased, layout), layout), layout), layout) };
}

/** @param apart how far the lips of the photos need cleaning to touch, 0–1 */
function levelsOf(face: Layers, apart: number, layout: AtlasLayout, hasBeard: boolean): AtlasLevel[] {
  const lips = cleanLips(face, layout);
  // Skin between the hairs of a moustache looks like gloss.
  const clean = hasBeard ? lips : easeGloss(lips, layout);
  const levels = atlasLevels(clean, layout);
  if (apart === 1) return levels;
  const patches = lipPatches(
    treatInPart(face, apart, () => clean),
    layout,
    levels.length,
  );
  return levels.map((level, i) => ({ ...level, closedLips: patches[i] }));
}
