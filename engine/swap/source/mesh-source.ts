import type { FaceView, Landmarks, SourceWarning } from '#engine/types';
import { EngineError } from '#engine/errors';
import { rigidVertices } from '#engine/mesh/canonical-mesh';
import { eyeOpenness, headPose } from '#engine/mesh/pose';
import { applySimilarity, fitSimilarity } from '#engine/mesh/similarity';
import type { MeshSource } from '#engine/swap/source-types';
import { layOutAtlas } from './atlas/atlas-layout';
import { beardOf } from './beard';
import { moustacheShare } from '#engine/swap/judge/moustache';
import { mean } from '#engine/swap/ops/curves';
import { cropToFace, meshBounds } from '#engine/swap/geometry/face-crop';
import { posedAtlases } from './posed-atlases';
import { monochromeShare } from './photo/monochrome';
import { eyeColour } from './iris-colour';
import { unwrapPhoto } from './photo/photo-atlas';
import { unseenFeatures } from './unseen-features';
import { showsBlots, sourceWarnings } from './warnings';

/** Below, lids and lashes distort the eye colour. */
const closedEye = 0.2;

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
    moustache: mean(crops.map(moustacheShare)),
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
