import type { FaceView, SourceWarning } from '#engine/types';
import { eyeDistance, eyeOpenness, headPose, mouthOpenness } from '#engine/mesh/pose';
import { belowHairline } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas } from './atlas-layout';
import type { PhotoAtlas } from './photo-atlas';
import { sharpness } from './sharpness';

interface Evidence {
  readonly photo: FaceView;
  readonly crop: FaceView;
  readonly atlas: PhotoAtlas;
}

interface Rule {
  readonly code: string;
  readonly message: string;
  readonly applies: (evidence: Evidence) => boolean;
}

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
    code: 'too_small',
    message: 'The face is small in this photo. A closer one gives more detail.',
    applies: ({ photo }) => eyeDistance(photo.landmarks) < 60,
  },
  {
    code: 'blurred',
    message: 'The photo is blurred. A sharper one gives more detail.',
    applies: ({ crop }) => sharpness(crop) < 0.02,
  },
];

/** Only faults of all photos: one good photo suffices. */
export function sourceWarnings(
  crops: readonly FaceView[],
  atlases: readonly PhotoAtlas[],
  photos: readonly FaceView[],
): SourceWarning[] {
  const evidence = photos.map((photo, i) => ({ photo, crop: crops[i], atlas: atlases[i] }));
  return rules.filter((rule) => evidence.every(rule.applies)).map(({ code, message }) => ({ code, message }));
}

function coveredShare({ layout, confidence }: PhotoAtlas): number {
  const below = zoneOverAtlas(layout, belowHairline);
  let covered = 0;
  let total = 0;
  for (let y = 0; y < layout.size; y++) {
    for (let x = 0; x < layout.size; x++) {
      const i = y * layout.size + x;
      if (below[i] < 0.9) continue;
      total++;
      if (Math.max(confidence[i], confidence[y * layout.size + layout.size - 1 - x]) < 0.3) covered++;
    }
  }
  return covered / total;
}
