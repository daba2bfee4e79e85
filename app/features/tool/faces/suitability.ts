import type { Face, FacePhoto, Person } from '#contract/index';

type SeenPerson = Pick<Person, 'pose' | 'box'>;
export type AssessedPhoto = Pick<FacePhoto, 'pose' | 'warnings'>;

/** Degrees of yaw. */
const turned = 25;
const mostTurned = 50; // the engine fades out the face beyond it
/** Face width on which a soft photo shows, in pixels. */
const large = 160;

const ahead = { yaw: 0, pitch: 0 };

/** Rendered from the front. */
export const samplePhotos: AssessedPhoto[] = [{ pose: ahead, warnings: [] }];

/** Visible on any face. */
const flaws: [code: string, phrase: string][] = [
  ['mouth_hidden', 'Mouth hidden or wide open in the photo: the original one stays'],
  ['eyes_hidden', 'An eye hidden or closed in the photo: the original lids stay'],
  ['brows_hidden', 'Brows hidden in the photo: the original ones stay'],
  ['glasses', 'Glasses in the photo: their rims are removed'],
  ['grey', 'No colours in the photo: skin and lips keep the original ones'],
  ['hair_over_face', 'Partly covered in the photo: hidden parts are guessed'],
  ['eyes_closed', 'Eyes closed in the photo: the look may differ'],
  ['mouth_open', 'Mouth open in the photo: lips may look odd'],
];

/** Null if no concern is known. */
export function concernOf(person: SeenPerson, photos: readonly AssessedPhoto[]): string | null {
  const yaw = person.pose?.yaw ?? null;
  if (yaw !== null && Math.abs(yaw) > mostTurned)
    return `Turned far to the ${side(yaw)} here: the new face may look weak`;
  const [best] = [...photos].sort((a, b) => gap(yaw, a) - gap(yaw, b) || a.warnings.length - b.warnings.length);
  if (!best) return null;
  const has = (code: string) => photos.every(({ warnings }) => warnings.some((warning) => warning.code === code));
  if (isTurned(best) && gap(yaw, best) > turned) {
    const photo = best.pose ? `Turned ${side(best.pose.yaw)} in the photo` : 'Turned aside in the photo';
    return yaw === null ? `${photo}: brows may show` : `${photo}, ${direction(yaw)} here: brows may show`;
  }
  const flaw = flaws.find(([code]) => has(code));
  if (flaw) return flaw[1];
  const isSoft = has('too_small') || has('blurred');
  return isSoft && person.box.width >= large ? 'Small or blurred in the photo, large here: may look soft' : null;
}

/** Unassessed faces count as looking ahead unless a warning says otherwise. */
const isTurned = ({ pose, warnings }: AssessedPhoto) =>
  pose ? Math.abs(pose.yaw) > turned : warnings.some(({ code }) => code === 'turned_away');

/** A turned photo of unknown pose has the largest gap. */
function gap(yaw: number | null, photo: AssessedPhoto): number {
  const unknown = isTurned(photo) ? 90 : 0;
  return Math.abs((yaw ?? 0) - (photo.pose?.yaw ?? unknown));
}

const side = (yaw: number) => (yaw < 0 ? 'left' : 'right');
const direction = (yaw: number) => (Math.abs(yaw) > turned ? side(yaw) : 'ahead');

export const assessedPhotos = (face: Face): AssessedPhoto[] =>
  face.photos.map(({ pose, warnings }) => ({ pose, warnings }));
