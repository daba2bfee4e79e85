import type { FaceFinder, FoundFace } from '#engine/analyse/face-finder';
import { eyeDistance } from '#engine/mesh/pose';
import { oval } from '#engine/mesh/topology';
import { cosineSimilarity } from '#engine/nets/face-embedder';
import type { MeshSource } from '#engine/swap/mesh-swapper';
import { planSwap } from '#engine/swap/plan-swap';
import { sharpness } from '#engine/swap/source/photo/sharpness';
import type { Image, Landmarks } from '#engine/types';
import type { Member } from './cast';
import type { Measured } from './figures';
import { eyePoints, landmarkError, lipPoints, meanDistance, poseError } from './metrics/landmarks';
import { seamRatio } from './metrics/seam';

/** Within one eye distance. */
export function nearestFace(faces: readonly FoundFace[], expected: Landmarks): FoundFace | undefined {
  const away = ({ landmarks }: FoundFace) => meanDistance(landmarks, expected, oval);
  const [nearest] = [...faces].sort((a, b) => away(a) - away(b));
  return nearest && away(nearest) <= eyeDistance(expected) ? nearest : undefined;
}

/** @param prepared made from `source` */
export async function measureStill(
  finder: Pick<FaceFinder, 'find' | 'embed'>,
  source: Member,
  prepared: MeshSource,
  target: Member,
  result: Image,
): Promise<Measured> {
  const destination = planSwap(target, prepared).deformation.destination;
  const found = nearestFace(await finder.find(result), destination);
  if (!found) return { lost: 1 };
  const identity = await finder.embed(result, found.landmarks);
  return {
    lost: 0,
    toSource: cosineSimilarity(identity, source.identity),
    untouched: cosineSimilarity(source.identity, target.identity),
    toTarget: cosineSimilarity(identity, target.identity),
    eyes: landmarkError(found.landmarks, destination, eyePoints),
    lips: landmarkError(found.landmarks, destination, lipPoints),
    pose: poseError(found.landmarks, target.landmarks),
    ...againstTruth(found.landmarks, source, prepared, target),
    seam: seamRatio(result, target.image, target.landmarks),
    sharp: sharpness({ ...target, image: result }) / sharpness(target),
  };
}

function againstTruth(found: Landmarks, source: Member, prepared: MeshSource, target: Member): Measured {
  if (!source.truth || !target.truth) return {};
  const exact = { ...target, landmarks: target.truth };
  const { destination } = planSwap(exact, { ...prepared, landmarks: source.truth }).deformation;
  return {
    eyesTrue: landmarkError(found, destination, eyePoints),
    eyesNet: landmarkError(target.landmarks, target.truth, eyePoints),
    lipsTrue: landmarkError(found, destination, lipPoints),
    lipsNet: landmarkError(target.landmarks, target.truth, lipPoints),
  };
}
