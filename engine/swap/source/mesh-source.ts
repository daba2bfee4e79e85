import type { FaceView, Image, Landmarks, SourceWarning } from '#engine/types';
import { EngineError } from '#engine/errors';
import { rigidVertices } from '#engine/mesh/canonical-mesh';
import { eyeOpenness, mouthOpenness, headPose } from '#engine/mesh/pose';
import { applySimilarity, fitSimilarity } from '#engine/mesh/similarity';
import { halve } from '#engine/nets/pyramid';
import type { AtlasLevel, AtlasPatch, MeshSource, PosedAtlas, ShareMap } from '#engine/swap/source-types';
import { boxOfZone, layOutAtlas, scaledBox, type AtlasLayout } from './atlas/atlas-layout';
import { beardOf } from './beard';
import { preferBetterSide } from './confidence/better-side';
import { eraseBrowFragments } from './complete/brow-fragments';
import { completeLayers } from './complete/complete';
import { easeCreases } from './complete/ease-creases';
import { edgeOnShare } from './confidence/edge-on';
import { easeLids } from './features/ease-lids';
import { discountGlare } from './confidence/glare';
import { discountHairEdge } from './confidence/hair-edge';
import { discountHairShadow } from './confidence/hair-shadow';
import { symmetriseLight } from './complete/symmetrise-light';
import { cutPatch } from '#engine/swap/geometry/closed-lips';
import { cropToFace, meshBounds } from '#engine/swap/geometry/face-crop';
import { lipZone } from '#engine/swap/geometry/vertex-weights';
import { evenTexture } from './complete/even-texture';
import { fuseLayers, fusePlanes } from './fuse';
import { monochromeShare } from './photo/monochrome';
import { cleanLips, lipsApart } from './features/clean-lips';
import { eyeColour } from './iris-colour';
import { knownSkin } from './known-skin';
import { joinLayers, splitLayers, type Layers } from './photo/layers';
import { unwrapPhoto, type PhotoAtlas } from './photo/photo-atlas';
import { refineRims } from './confidence/refine-rims';
import { sideLight, treatInPart } from './complete/side-light';
import { skinBesideLips } from './features/skin-beside-lips';
import { softenWings } from './features/soften-wings';
import { distinctPoses } from './poses';
import { discountBrowStrands } from './confidence/strands-over-brows';
import { taperBrows } from './complete/taper-brows';
import { unseenFeatures } from './unseen-features';
import { showsBlots, sourceWarnings } from './warnings';

/** Below, lids and lashes distort the eye colour. */
const closedEye = 0.2;
/** Of light from one side: more flattens the nose, less leaves its shadow. Decision 36. */
const mostTreatment = 0.5;
const smallestLevel = 32;

const atlasSizeFor = (faceSide: number): number => (faceSide > 800 ? 1024 : 512);

/** @throws EngineError `no_face` when the list is empty. */
export function prepareSource(photos: readonly FaceView[]): MeshSource {
  if (photos.length === 0)
    throw new EngineError('no_face', 'A source needs at least one photo of a face; none was given.');
  const ordered = [...withoutBlots(photos)].sort((a, b) => frontality(b) - frontality(a));
  const faceSide = Math.max(...ordered.map(({ landmarks }) => sideOf(landmarks)));
  const layout = layOutAtlas(atlasSizeFor(faceSide));
  const crops = ordered.map((photo) => cropForAtlas(photo, layout.size));
  const atlases = crops.map((crop) => unwrapPhoto(crop, layout));
  const { poses, known } = posedAtlases(atlases, layout, crops);
  const monochrome = atlases.map(monochromeShare);
  return {
    warnings: sourceWarnings(crops, atlases, ordered, monochrome),
    atlas: poses[0].levels,
    poses: poses.length > 1 ? poses : [],
    landmarks: averageShape(crops.map((crop) => crop.landmarks)),
    atlasPositions: layout.positions,
    beard: beardOf(
      crops,
      poses[0].levels,
      atlases.map((atlas) => atlas.beard?.belowLips ?? 1),
    ),
    known,
    eyes: crops
      .filter((crop, i) => showsEyes(crop) && monochrome[i] < 0.5)
      .map(eyeColour)
      .find((colour) => colour !== undefined),
    monochrome: Math.min(...monochrome),
    unseen: unseenFeatures(
      atlases,
      crops.map((crop) => crop.landmarks),
    ),
  };
}

/** Where photos are merged, blots would spoil the features of others. If all show blots, all stay, to be warned of. */
export function withoutBlots(photos: readonly FaceView[]): readonly FaceView[] {
  if (photos.length === 1) return photos;
  const clear = photos.filter((photo) => !showsBlots(photo, cropForAtlas(photo, atlasSizeAlone(photo))));
  return clear.length > 0 ? clear : photos;
}

const atlasSizeAlone = ({ landmarks }: FaceView): number => atlasSizeFor(sideOf(landmarks));

const cropForAtlas = (photo: FaceView, atlasSize: number): FaceView => cropToFace(photo, 1.5 * atlasSize);

/** `warnings` of one photo, in less time. */
export function assessPhoto(photo: FaceView): SourceWarning[] {
  const layout = layOutAtlas(atlasSizeAlone(photo));
  const crop = cropForAtlas(photo, layout.size);
  const atlas = unwrapPhoto(crop, layout);
  return sourceWarnings([crop], [atlas], [photo], [monochromeShare(atlas)]);
}

/** Each led by the photo in that pose. All poses know the same skin: that of all photos. */
function posedAtlases(
  atlases: readonly PhotoAtlas[],
  layout: AtlasLayout,
  crops: readonly FaceView[],
): { poses: PosedAtlas[]; known: ShareMap } {
  const photos = atlases.map((atlas) => {
    const bare = discountHairShadow(refineRims(splitLayers(atlas), atlas, layout), layout, atlas.beard?.dark);
    const withoutGlare = discountGlare(bare, atlas.lenses, layout);
    return discountHairEdge(discountBrowStrands(withoutGlare, atlas), atlas);
  });
  const preferred = photos.map((photo, i) => preferBetterSide(photo, atlases[i].facing, layout));
  const openness = Math.max(...crops.map(({ landmarks }) => mouthOpenness(landmarks)));
  const leaders = distinctPoses(crops.map(({ landmarks }) => landmarks));
  const made = leaders.map(({ index, pose }) => {
    const leaderOf = (layers: readonly Layers[]) => (leaders.length > 1 ? layers[index] : undefined);
    const fuse = (layers: readonly Layers[]) => fuseLayers(layers, leaderOf(layers));
    const seen = fuse(photos);
    const fused = fuse(preferred);
    const fusePlane = (planes: readonly Float32Array[]) => fusePlanes(preferred, planes, leaderOf(preferred));
    const facing = fusePlane(atlases.map((atlas) => atlas.facing));
    const beard = atlases.some((atlas) => atlas.beard?.dark)
      ? fusePlane(atlases.map((atlas) => atlas.beard?.dark ?? new Float32Array(facing.length)))
      : undefined;
    const share = mostTreatment * sideLight(seen, layout);
    const complete = completeLayers(fused, layout, seen.confidence);
    const whole = taperBrows(eraseBrowFragments(complete, fused.confidence, layout), layout);
    const even = treatInPart(whole, share, (face) => symmetriseLight(face, layout));
    const smooth = evenTexture(even, layout, edgeOnShare(facing, fused.confidence, layout, beard));
    const eased = treatInPart(smooth, share, (face) => easeCreases(face, layout));
    const face = skinBesideLips(easeLids(softenWings(eased, layout), layout), layout);
    const clean = cleanLips(face, layout);
    const levels = buildLevels(joinLayers(clean), layout.size);
    const apart = lipsApart(whole, layout, openness);
    const { confidence } = whole;
    if (apart === 1) return { pose, levels, confidence };
    const closed = treatInPart(face, apart, () => clean);
    const patches = closedLips(closed, layout, levels.length);
    return { pose, levels: levels.map((level, i) => ({ ...level, closedLips: patches[i] })), confidence };
  });
  return {
    poses: made.map(({ pose, levels }) => ({ pose, levels })),
    known: knownSkin(made[0].confidence, atlases, layout),
  };
}

/** For each of `count` levels. */
function closedLips({ light, detail }: Layers, layout: AtlasLayout, count: number): AtlasPatch[] {
  const { size } = layout;
  const lips = boxOfZone(layout, lipZone);
  const unit = 2 ** (count - 1); // rows that become whole ones in every level
  const top = unit * Math.floor(lips.y / unit);
  const height = unit * Math.ceil((lips.y + lips.height) / unit) - top;
  const rows = (plane: Float32Array) => plane.subarray(3 * top * size, 3 * (top + height) * size);
  let band: Image = { width: size, height, data: joinLayers({ light: rows(light), detail: rows(detail) }) };
  return Array.from({ length: count }, (_, i) => {
    if (i > 0) band = halve(band);
    const box = scaledBox(lips, 1 / 2 ** i);
    const first = top / 2 ** i;
    return { ...cutPatch({ size: band.width, data: band.data }, { ...box, y: box.y - first }), y: box.y };
  });
}

const showsEyes = ({ landmarks }: FaceView): boolean => Math.min(...Object.values(eyeOpenness(landmarks))) > closedEye;

function frontality({ landmarks }: FaceView): number {
  const { yaw, pitch } = headPose(landmarks);
  return -Math.hypot(yaw, 0.5 * pitch);
}

function sideOf(landmarks: Landmarks): number {
  const { left, top, right, bottom } = meshBounds(landmarks);
  return Math.max(right - left, bottom - top);
}

function averageShape(shapes: readonly Landmarks[]): Landmarks {
  const first = shapes[0];
  const aligned = shapes.map((shape) => applySimilarity(fitSimilarity(shape, first, rigidVertices), shape));
  return first.map((_, i) => aligned.reduce((sum, shape) => sum + shape[i], 0) / aligned.length);
}

function buildLevels(data: Uint8Array, size: number): AtlasLevel[] {
  const levels: AtlasLevel[] = [{ size, data }];
  for (let last = levels[0]; last.size > smallestLevel; last = levels[levels.length - 1]) {
    const half = halve({ width: last.size, height: last.size, data: last.data });
    levels.push({ size: half.width, data: half.data });
  }
  return levels;
}
