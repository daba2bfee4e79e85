import { unusableFace, type FaceView, type SourceWarning, type SourceWarningCode } from '#engine/types';
import { eyeDistance, eyeOpenness, mouthOpenness, headPose } from '#engine/mesh/pose';
import { belowHairline } from '#engine/swap/geometry/vertex-weights';
import type { Feature } from '#engine/swap/geometry/keepable';
import { zoneOverAtlas } from './atlas/atlas-layout';
import type { PhotoAtlas } from './photo/photo-atlas';
import { eyeDetail, featureDetail, sharpness } from './photo/sharpness';
import { unseenFeatures } from './unseen-features';

interface Evidence {
  readonly photo: FaceView;
  readonly crop: FaceView;
  readonly atlas: PhotoAtlas;
  readonly unseen: readonly Feature[];
  /** 0–1. */
  readonly monochrome: number;
}

interface Rule {
  readonly code: SourceWarningCode;
  readonly message: string;
  readonly applies: (evidence: Evidence) => boolean;
}

/** Of the masks' square: thin rims cover one percent. */
const leastRims = 0.004;
/** Of five features; with more, the result would be another person. */
const mostUnseen = 3;
/** Outer eye distance, pixels. */
const smallestFace = 14;

/** Detail of features: below, they are blots. */
const leastDetail = 0.09;
/** Detail of eyes: below, behind glasses, reflections and blur leave no eyes. */
const leastEyeDetail = 0.15;
/** Sharpness: below, the result is visibly soft. */
const softest = 0.06;

const rules: readonly Rule[] = [
  {
    code: 'turned_away',
    message: 'The face is turned to one side. A photo from the front gives a better likeness.',
    applies: ({ photo }) => Math.abs(headPose(photo.landmarks).yaw) > 25,
  },
  {
    code: 'mouth_open',
    message: 'The mouth is open. A photo with closed lips looks more natural on others.',
    applies: ({ photo }) => mouthOpenness(photo.landmarks) > 0.15,
  },
  {
    code: 'eyes_closed',
    message: 'An eye is closed. With open eyes the result keeps the person’s look.',
    applies: ({ photo }) => Math.min(...Object.values(eyeOpenness(photo.landmarks))) < 0.12,
  },
  {
    code: 'hair_over_face',
    message: 'Hair or something else covers part of the face. A photo with the face free works better.',
    applies: ({ atlas }) => coveredShare(atlas) > 0.3,
  },
  {
    code: 'glasses',
    message: 'The person wears glasses. Their rims are taken away; a photo without glasses gives a better likeness.',
    applies: ({ photo }) => rimShare(photo) > leastRims,
  },
  {
    code: 'brows_hidden',
    message: 'The brows are hidden. The result keeps the other person’s; a photo with a free forehead shows these.',
    applies: ({ unseen }) => unseen.includes('leftBrow') || unseen.includes('rightBrow'),
  },
  {
    code: 'eyes_hidden',
    message: 'An eye is hidden or closed. The result keeps the other person’s lids; use a photo with open, free eyes.',
    applies: ({ unseen }) => unseen.includes('leftEye') || unseen.includes('rightEye'),
  },
  {
    code: 'mouth_hidden',
    message: 'The mouth is hidden or wide open. The result keeps the other person’s; use a photo with a calm mouth.',
    applies: ({ unseen }) => unseen.includes('mouth'),
  },
  {
    code: 'grey',
    message: 'The photo has no colours. Skin, lips and eyes take those of the other person.',
    applies: ({ monochrome }) => monochrome > 0.5,
  },
  {
    code: unusableFace,
    message:
      'Too little of this face can be seen to give it to another person. Choose a photo that shows both eyes and the mouth, in good light and from nearby.',
    applies: ({ photo, unseen }) => unseen.length > mostUnseen || isTooSmall(photo),
  },
  {
    code: unusableFace,
    message: 'This face is too blurred to be swapped. Choose a sharper photo that was taken from nearby.',
    applies: ({ crop }) => isTooBlurred(crop),
  },
  {
    code: unusableFace,
    message: 'The eyes are blurred behind the glasses. Choose a photo without glasses, or a sharper one.',
    applies: ({ crop }) => hasBlurredEyes(crop),
  },
  {
    code: 'too_small',
    message: 'The face is small in this photo. A closer one gives more detail.',
    applies: ({ photo }) => eyeDistance(photo.landmarks) < 60,
  },
  {
    code: 'blurred',
    message: 'The photo is blurred. A sharper one gives more detail.',
    applies: ({ crop }) => sharpness(crop) < softest,
  },
];

/**
 * Only faults of all photos: one good photo suffices.
 * @param monochrome of each atlas
 */
export function sourceWarnings(
  crops: readonly FaceView[],
  atlases: readonly PhotoAtlas[],
  photos: readonly FaceView[],
  monochrome: readonly number[],
): SourceWarning[] {
  const evidence = photos.map((photo, i) => ({
    photo,
    crop: crops[i],
    atlas: atlases[i],
    monochrome: monochrome[i],
    unseen: unseenFeatures([atlases[i]], [photo.landmarks]),
  }));
  return rules.filter((rule) => evidence.every(rule.applies)).map(({ code, message }) => ({ code, message }));
}

/** Refused alone, because features, or eyes behind glasses, are blots. @param crop as `assessPhoto` crops the photo */
export const showsBlots = (photo: FaceView, crop: FaceView): boolean =>
  isTooSmall(photo) || isTooBlurred(crop) || hasBlurredEyes(crop);

const isTooSmall = ({ landmarks }: FaceView): boolean => eyeDistance(landmarks) < smallestFace;

const isTooBlurred = (crop: FaceView): boolean => featureDetail(crop) < leastDetail;

const hasBlurredEyes = (crop: FaceView): boolean => rimShare(crop) > leastRims && eyeDetail(crop) < leastEyeDetail;

function rimShare({ masks }: FaceView): number {
  if (!masks?.frame) return 0;
  let rims = 0;
  for (const share of masks.frame) if (share > 128) rims++;
  return rims / masks.frame.length;
}

/** Without rims of glasses, which have a warning of their own. */
function coveredShare({ layout, visible }: PhotoAtlas): number {
  const { size } = layout;
  const below = zoneOverAtlas(layout, belowHairline);
  let covered = 0;
  let total = 0;
  for (let row = 0; row < size * size; row += size) {
    for (let i = row, mirrored = row + size - 1; i < row + size; i++, mirrored--) {
      if (below[i] < 0.9) continue;
      total++;
      if (visible[i] < 0.3 && visible[mirrored] < 0.3) covered++;
    }
  }
  return covered / total;
}
