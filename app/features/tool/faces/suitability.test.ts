import { expect, test } from 'vitest';

import type { SourceWarningCode } from '#engine';

import { concernOf, samplePhotos, type AssessedPhoto } from './suitability';

const person = (yaw: number | null, width = 200) => ({
  pose: yaw === null ? null : { yaw, pitch: 0 },
  box: { x: 0, y: 0, width, height: width },
});
const photo = (yaw: number | null, ...codes: string[]): AssessedPhoto => ({
  pose: yaw === null ? null : { yaw, pitch: 0 },
  warnings: codes.map((code) => ({ code, message: '' })),
});
const brows = (photo: string, here: string) => `Turned ${photo} in the photo, ${here} here: brows may show`;

test.each([
  ['both look ahead', person(0), [photo(5)], null],
  ['a sample face', person(20), samplePhotos, null],
  ['a photo turned left for a person who looks ahead', person(0), [photo(-35)], brows('left', 'ahead')],
  ['a photo turned left for a person turned right', person(30), [photo(-35)], brows('left', 'right')],
  ['both turned the same way', person(-30), [photo(-35)], null],
  ['one of two photos fits', person(0), [photo(-35), photo(4)], null],
  ['a person turned far away', person(-60), [photo(0)], 'Turned far to the left here: the new face may look weak'],
  [
    'eyes closed in every photo',
    person(0),
    [photo(0, 'eyes_closed'), photo(9, 'eyes_closed')],
    'Eyes closed in the photo: the look may differ',
  ],
  ['eyes closed in one of two photos', person(0), [photo(0, 'eyes_closed'), photo(9)], null],
  [
    'a small photo on a large face',
    person(0, 300),
    [photo(0, 'too_small')],
    'Small or blurred in the photo, large here: may look soft',
  ],
  ['a small photo on a small face', person(0, 90), [photo(0, 'too_small')], null],
  ['an older detection, without pose', person(null), [photo(-35)], 'Turned left in the photo: brows may show'],
  ['an older photo, without pose', person(0), [photo(null)], null],
  [
    'an older photo that is turned',
    person(0),
    [photo(null, 'turned_away')],
    'Turned aside in the photo, ahead here: brows may show',
  ],
])('%s', (_what, seen, photos, words) => expect(concernOf(seen, photos)).toBe(words));

/** A code that the engine adds does not compile before it stands here. */
const shown: Record<Exclude<SourceWarningCode, 'unusable_face'>, true> = {
  turned_away: true,
  mouth_open: true,
  eyes_closed: true,
  hair_over_face: true,
  glasses: true,
  brows_hidden: true,
  eyes_hidden: true,
  mouth_hidden: true,
  grey: true,
  too_small: true,
  blurred: true,
};

test.each(Object.keys(shown))('a photo that the engine warns of, %s, is a concern', (code) => {
  expect(concernOf(person(0, 300), [photo(null, code)])).toBeTruthy();
});
