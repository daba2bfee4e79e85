import type { SourceFace, SourceWarningCode, unusableFace } from '#engine';

/** Of a face that can be used. */
type FlawCode = Exclude<SourceWarningCode, typeof unusableFace> | 'another_person';

/** Most important first; more than two confuse. */
const phrases: Record<FlawCode, (face: SourceFace) => string> = {
  another_person: () => 'Another person? This does not look like the first photo',
  turned_away: ({ pose }) => `Turned ${pose.yaw < 0 ? 'left' : 'right'}: brows may show`,
  mouth_hidden: () => 'Mouth hidden or wide open: the other person’s stays',
  eyes_hidden: () => 'An eye hidden or closed: the other person’s lids stay',
  brows_hidden: () => 'Brows hidden: the other person’s stay',
  glasses: () => 'Glasses: their rims are removed',
  grey: () => 'Without colours: they come from the other person',
  hair_over_face: () => 'Partly covered: hidden parts are guessed',
  eyes_closed: () => 'Eyes closed: the look may differ',
  too_small: () => 'Small: may look soft',
  blurred: () => 'Blurred: may look soft',
  mouth_open: () => 'Mouth open: lips may look odd',
};
const maxPhrases = 2;

const ahead = 15;

export function verdictOn(face: SourceFace, flaws: readonly { code: string }[]): string {
  const said = Object.entries(phrases)
    .filter(([code]) => flaws.some((flaw) => flaw.code === code))
    .slice(0, maxPhrases);
  if (said.length > 0) return said.map(([, phrase]) => phrase(face)).join('. ');
  const isAhead = Math.max(Math.abs(face.pose.yaw), Math.abs(face.pose.pitch)) <= ahead;
  return isAhead ? 'Sharp, looks ahead' : 'Sharp, slightly turned';
}
